// What happens, the latest first.

import { byId, clock, element, sentence } from "./element.js";

const LINES = 200;
const list = byId("feed");

export function clearFeed() {
  list.replaceChildren();
  byId("feed-none").hidden = false;
}

export function showEvent(event) {
  const line = element("li", "", clock(event.at), sentence(event.line));
  line.dataset.topic = event.topic;
  list.prepend(line);
  while (list.children.length > LINES) list.lastElementChild.remove();
  byId("feed-none").hidden = true;
}
