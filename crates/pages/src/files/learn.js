// The page of the lessons.

import { api, byId, errorBox, startPage } from "./common.js";
import { LessonPlayer, placeInAddress } from "./lesson-player.js";

const KIND = {
  page: "learn",
  api: "lessons",
  store: "lessons",
  place: placeInAddress,
  words: {
    next: "LessonNext",
    back: "LessonBack",
    done: "LessonsDone",
    game: "LessonFirstGame",
    gameAbout: "LessonFirstGameAbout",
    more: "LessonMore",
  },
};

if (await startPage("learn")) {
  try {
    const { courses } = await api("lessons");
    await new LessonPlayer(courses, KIND).open();
  } catch (error) {
    byId("main").append(errorBox(error));
  }
}
