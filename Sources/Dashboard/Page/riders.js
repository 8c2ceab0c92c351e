// The list of riders beside the map: one stop for the tabulator, and arrow keys within.

import { byId, element, isolated, nameOf, say } from "./element.js";
import { drawIcon, iconOf, titleOf } from "./states.js";
import { gap, gapTime, riderName, seconds, speed } from "./words.js";

/** Rows: more than anybody reads; the map has all riders. */
const ROWS = 300;
const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const table = byId("riders");
const body = table.tBodies[0];
/** The rows by the ids of their riders; kept, so that the focus stays where it is. */
const rows = new Map();

/** `chosen` is called with the id of a rider that is to be shown on the map. */
export function startRiders(chosen) {
  body.addEventListener("keydown", moved);
  body.addEventListener("focusin", (event) => makeStop(event.target));
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) chosen(row.rider);
  });
}

export function showRiders(riders, more) {
  const listed = riders.slice(0, ROWS);
  const present = new Set(listed.map((rider) => rider.id));
  for (const [id, row] of rows) {
    if (!present.has(id)) drop(id, row);
  }
  listed.forEach((rider, index) => {
    const row = rows.get(rider.id) ?? newRow(rider.id);
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
    fill(row, rider);
  });
  if (!body.querySelector("[tabindex='0']")) makeStop(body.querySelector("button"));
  const rest = riders.length - listed.length + more;
  table.hidden = listed.length === 0;
  byId("riders-none").hidden = listed.length !== 0;
  byId("riders-more").hidden = rest === 0;
  say(byId("riders-more"), rest === 1 ? "One more is not listed." : `${rest} more are not listed.`);
}

/** Marks the row of the rider that the map says something of. */
export function chooseRow(id) {
  for (const [other, row] of rows) row.classList.toggle("chosen", other === id);
}

/** Whoever has the focus at a rider that goes keeps it nearby. */
function drop(id, row) {
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const hadFocus = row.contains(document.activeElement);
  row.remove();
  rows.delete(id);
  if (hadFocus) neighbour?.querySelector("button").focus({ preventScroll: true });
}

function newRow(id) {
  const button = element("button", "rider-name", isolated("", "name"));
  button.type = "button";
  button.tabIndex = -1;
  const what = element(
    "span", "rider-what", iconOf(""), element("span", "rider-state"), " · ",
    isolated("", "machine"), element("span", "rider-note"),
  );
  const name = element("th", "", button, what);
  name.scope = "row";
  const row = element(
    "tr", "", name, element("td", "number speed"),
    element("td", "number", element("span", "gap"), " ", element("span", "gap-time")),
    element("td", "number age"),
  );
  row.rider = id;
  rows.set(id, row);
  return row;
}

function fill(row, rider) {
  const part = (name) => row.querySelector(`.${name}`);
  say(part("name"), riderName(rider));
  if (row.dataset.state !== rider.state) drawIcon(part("icon"), rider.state);
  row.dataset.state = rider.state;
  row.classList.toggle("stale", !rider.live);
  row.classList.toggle("mine", Boolean(rider.own));
  say(part("rider-state"), titleOf(rider.state));
  say(part("machine"), nameOf(rider.owner));
  say(part("rider-note"), note(rider));
  say(part("speed"), speed(rider.speed));
  say(part("gap"), gap(rider.gap));
  say(part("gap-time"), gapTime(rider.gap));
  say(part("age"), seconds(rider.fixAge));
}

function note(rider) {
  if (!rider.live) return ` · heard of ${seconds(rider.lastHeard)} ago`;
  return rider.hidden ? " · not shown to others" : "";
}

function moved(event) {
  const step = KEYS[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const buttons = [...body.querySelectorAll("button")];
  const index = buttons.indexOf(document.activeElement);
  if (index < 0) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, index + step))].focus();
}

/** Makes one button the stop, and the others none. */
function makeStop(button) {
  if (!button || button.tabIndex === 0) return;
  for (const other of body.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
  button.tabIndex = 0;
}
