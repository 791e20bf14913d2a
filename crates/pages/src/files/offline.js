// The page that stands in the place of others while the server cannot be reached. It needs nothing
// from the server, so that it loads no other module.

const RETRY = 10_000; // ms

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`tsuro.${name}`));
  } catch {
    return null;
  }
}

const wanted = kept("language") ?? navigator.language?.slice(0, 2);
const parts = [...document.querySelectorAll("[lang].offline")];
const shown = parts.find(({ lang }) => lang === wanted) ?? parts[0];
document.documentElement.lang = shown.lang;
for (const part of parts) part.hidden = part !== shown;
document.title = `Tsuro – ${shown.querySelector("h1").textContent}`;

// The games of this browser, as far as they are known here.
const games = kept("games") ?? [];
const titles = games.map(({ title }) => title).filter((title) => typeof title === "string");
for (const title of titles.slice(0, 10)) {
  const item = document.createElement("li");
  item.textContent = title;
  shown.querySelector("ul").append(item);
}
shown.querySelector(".games").hidden = titles.length === 0;

/** Loads the page that was wanted, once the server answers. */
async function again() {
  const answer = await fetch("/static/icon.svg", { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  if (answer?.ok) location.reload();
}
shown.querySelector("button").addEventListener("click", () => location.reload());
addEventListener("online", again);
setInterval(again, RETRY);
document.documentElement.dataset.ready = "";
