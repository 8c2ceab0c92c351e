// This machine's person on the map: what one does, where one is, and what others see of it.

import { byId, element, say } from "./element.js";
import { STATES, iconOf, titleOf } from "./states.js";

const panel = byId("you");
const buttons = new Map();
let ask;
let isBusy = false;
let you = null;
/** What has happened to this person by itself, until its new state is known. */
let said = "";

/**
 * Wires the buttons and forms; `call(method, params)` asks the daemon, and is done when what has
 * come of it is shown.
 */
export function startYou(call) {
  ask = call;
  for (const [state, { title }] of STATES) {
    const button = element("button", "state-button", iconOf(state), title);
    button.type = "button";
    button.dataset.state = state;
    button.addEventListener("click", () => press(button, "ride.status", { state }));
    buttons.set(state, button);
    byId("your-states").append(button);
  }
  const actions = [
    ["ride-route", "ride.start", {}], ["off-map", "ride.away", {}],
    ["simulants-fewer", "ride.simulants", { remove: true }],
    ["simulants-more", "ride.simulants", { add: true }],
  ];
  for (const [id, method, params] of actions) {
    byId(id).addEventListener("click", () => press(byId(id), method, params));
  }
  byId("here").addEventListener("submit", submitted);
  byId("invisible").addEventListener("change", toggled);
}

function press(button, method, params) {
  if (button.ariaDisabled !== "true") run(method, params);
}

/** Calls, and says what the daemon says; false when it was refused. */
export async function run(method, params) {
  if (isBusy) return false;
  isBusy = true;
  said = "";
  enable();
  say(byId("ride-said"), "");
  refuse("");
  try {
    const result = await ask(method, params);
    say(byId("ride-said"), result?.message ?? "");
    return true;
  } catch (refusal) {
    refuse(refusal.message);
    return false;
  } finally {
    isBusy = false;
    enable();
  }
}

export function refuse(sentence) { say(byId("ride-refused"), sentence); }

/** Takes the numbers of the form; what is none is said, and stays to be put right. */
async function submitted(event) {
  event.preventDefault();
  const place = {};
  for (const [name, limit] of [["latitude", 90], ["longitude", 180]]) {
    const field = event.target.elements[name];
    const text = field.value.trim().replace("−", "-");
    const value = /^[-+]?\d{1,3}(\.\d*)?$/.test(text) ? Number(text) : NaN;
    if (!(Math.abs(value) <= limit)) {
      const title = name[0].toUpperCase() + name.slice(1);
      say(byId("ride-said"), "");
      refuse(`${title} is a number of degrees from −${limit} to ${limit}, such as 37.3349.`);
      field.focus();
      field.select();
      return;
    }
    place[name] = value;
  }
  await run("ride.here", place);
}

async function toggled(event) {
  const box = event.target;
  if (!await run("ride.invisible", { on: box.checked })) box.checked = you?.invisible === true;
}

/** The state that is shown. */
export const yourState = () => you?.state;

/** Shows an answer to `ride.you`. */
export function showYou(answer) {
  // What was said to the last button holds no longer when something else has happened.
  if (!isBusy && you && answer.state !== you.state) {
    say(byId("ride-said"), said);
    said = "";
  }
  you = answer;
  panel.hidden = false;
  say(byId("your-state"), titleOf(you.state));
  say(byId("your-place"), place());
  say(byId("simulants"), you.simulants === 1 ? "1 simulant" : `${you.simulants ?? 0} simulants`);
  if (!isBusy) byId("invisible").checked = you.invisible === true;
  enable();
}

/** Says who has repaired this person's tire, when that is what has happened. */
export function tell(event) {
  if (event.kind !== "riderFixed" || !you || event.rider?.id !== you.id) return;
  say(byId("ride-said"), event.line);
  if (you.state === "flat") said = event.line;
}

function place() {
  const seen = you.hidden ? " Others don't see you." : "";
  switch (you.source) {
    case "none": return "You are not on the map.";
    case "placed": return `You are where you said.${seen}`;
    case "route": return `You ride a route.${seen}`;
    case "gpsd": return `${you.gpsd?.detail ?? "A GPS receiver says where you are."}${seen}`;
    default: return seen.trim();
  }
}

/** Not `disabled`, which would take the focus away from who plays by keyboard. */
function enable() {
  for (const button of panel.querySelectorAll("button")) button.ariaDisabled = String(isBusy);
  for (const [state, button] of buttons) {
    const canFollow = you?.next?.includes(state) === true;
    button.ariaDisabled = String(isBusy || !canFollow);
    button.ariaPressed = String(you?.state === state);
  }
}
