// Tells a person that it is their turn: by a sound, by shaking the device, and by a notification of
// the system, each where the person wants it.

import { keep, kept, t } from "./common.js";
import { shake } from "./settings.js";
import { play } from "./sounds.js";

/** Whether the system can show notifications of this page: only with TLS, or on this machine. */
export const canNotify = () => "Notification" in globalThis && isSecureContext;

export const notifies = () =>
  canNotify() && kept("notify", false) && Notification.permission === "granted";

/** Switches notifications on or off; asks the browser, so it has to be called by a click. */
export async function setNotifies(isOn) {
  if (isOn && (await Notification.requestPermission()) !== "granted") return false;
  keep("notify", isOn);
  return true;
}

/**
 * Calls a person. While the page is seen there is no notification; `title` is the game, `href` its
 * page.
 */
export function callForTurn({ title, href }) {
  play("turn");
  shake();
  if (!document.hidden || !notifies()) return;
  notify(t("WebYourTurn"), { body: title, tag: href, icon: "/static/icon-192.png" }, href);
}

/** Phones show notifications only through the service, which opens the page at a click. */
async function notify(title, said, href) {
  try {
    const service = await navigator.serviceWorker?.getRegistration();
    if (service?.active) return await service.showNotification(title, { ...said, data: href });
    const call = new Notification(title, said);
    call.onclick = () => (window.focus(), location.pathname === href || location.assign(href));
  } catch (error) {
    console.info(error); // the sound and the title have told it, too
  }
}
