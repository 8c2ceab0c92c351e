// The ride: asks where everybody is as long as somebody looks, and shows it.

import { byId, clock, element, isolated, say, sentence } from "./element.js";
import { loadLibrary } from "./library.js";
import { RideMap } from "./map.js";
import { chooseRow, showRiders, startRiders } from "./riders.js";
import { distance } from "./words.js";
import { run, showYou, startYou, tell, yourState } from "./you.js";

/** Milliseconds from one question to the next: where riders are, and the rest. */
const BEAT = 500;
const SLOW = 3000;
const ROUTE = 15000;
/** Milliseconds without an answer, after which nobody has looked. */
const LAPSE = 2000;
/** Milliseconds: what happened before is not shown as happening. */
const RECENT = 15000;
const LOG = 200;

let connection;
let map = null;
let isMapKnown = false;
let isLive = false;
let isAsking = false;
let timer;
let asked = { riders: -Infinity, you: -Infinity, route: -Infinity };
let routeHash;
let logged = 0;
let news;
let isPlacing = false;

export function startRide(to) {
  connection = to;
  startRiders((id) => (map ? map.centre(id) : chooseRow(id)));
  startYou(async (method, params) => {
    const result = await connection.call(method, params);
    if (method === "ride.start") asked.route = -Infinity;
    await askYou();
    return result;
  });
  startButtons();
  document.addEventListener("visibilitychange", () => beat(0));
  beat(0);
}

/** Whether the daemon can be asked. */
export function setRideLive(value) {
  isLive = value;
  if (isLive) asked = { riders: -Infinity, you: -Infinity, route: -Infinity };
  beat(0);
}

// The map

async function startMap() {
  const about = await connection.read("/map");
  isMapKnown = true;
  const library = await loadLibrary(about.library);
  byId("map-missing").hidden = library !== null;
  byId("map-frame").hidden = library === null;
  byId("place-me").hidden = library === null;
  if (!library) return;
  map = new RideMap(library, byId("map"), about.tiles, {
    placed, chosen: chooseRow, followed: showFollowing,
  });
  byId("map-tiles").hidden = false;
  say(byId("map-tiles"), about.tiles
    ? `The images are from ${new URL(about.tiles.replace(/[{}]/g, "")).host}.`
    : "The map is blank, as the daemon asks nothing of the internet unless it is told to.");
}

function startButtons() {
  byId("fit").addEventListener("click", () => map?.fit());
  byId("follow").addEventListener("click", () => map?.follow(!map.isFollowing));
  byId("trails").addEventListener("change", (event) => {
    map?.setTrails(Number(event.target.value) * 60000);
  });
  byId("place-me").addEventListener("click", () => setPlacing(!isPlacing));
  byId("ride").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || isPlacing) return;
    map?.closeCard();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isPlacing) setPlacing(false);
  });
  byId("ride-log").addEventListener("toggle", () => beat(0));
}

function showFollowing(isFollowing) { byId("follow").ariaPressed = String(isFollowing); }

function setPlacing(value) {
  isPlacing = value;
  byId("place-me").ariaPressed = String(isPlacing);
  byId("place-hint").hidden = !isPlacing;
  map.setPlacing(isPlacing);
  if (isPlacing) byId("map-frame").scrollIntoView({ block: "nearest" });
}

async function placed([latitude, longitude]) {
  setPlacing(false);
  await run("ride.here", { latitude, longitude });
}

// What the daemon is asked

/** Asks after a while, as long as somebody looks and somebody answers. */
function beat(milliseconds) {
  clearTimeout(timer);
  if (isLive && !document.hidden) timer = setTimeout(ask, milliseconds);
}

async function ask() {
  if (isAsking) return;
  isAsking = true;
  const begin = performance.now();
  try {
    if (!isMapKnown) await startMap();
    if (begin - asked.route >= ROUTE) await askRoute(begin);
    await askRiders(begin);
    if (begin - asked.you >= SLOW) await askYou(begin);
    if (byId("ride-log").open) await askLog();
    say(byId("ride-fault"), "");
  } catch (refusal) {
    say(byId("ride-fault"), refusal.message);
  } finally {
    isAsking = false;
    beat(Math.max(0, BEAT - (performance.now() - begin)));
  }
}

async function askRiders(begin) {
  const answer = await connection.call("ride.riders");
  const since = begin - asked.riders;
  asked.riders = begin;
  // A tab that came to be hidden meanwhile begins anew when it is seen again.
  if (document.hidden) asked.riders = -Infinity;
  const riders = Array.isArray(answer.riders) ? answer.riders : [];
  // Somebody has helped, or another page or the companion was used.
  const own = riders.find((rider) => rider.own && rider.kind === "person");
  if (own && own.state !== yourState()) asked.you = -Infinity;
  map?.show(riders, since > LAPSE ? 0 : Math.min(1000, Math.max(250, since)));
  showRiders(riders, answer.more ?? 0);
  const count = riders.length + (answer.more ?? 0);
  say(byId("ride-count"), count === 1 ? "1 rider" : `${count} riders`);
}

async function askYou(now = performance.now()) {
  showYou(await connection.call("ride.you"));
  asked.you = now;
}

async function askRoute(now) {
  const route = await connection.call("ride.route");
  asked.route = now;
  if (route.hash === routeHash) return;
  routeHash = route.hash;
  map?.showRoute(route.parts, route.closed);
  const line = byId("route");
  line.replaceChildren("Route: ", isolated(route.name), `, ${distance(route.metres)}.`);
  // What the daemon's own loop is: nothing that anybody has ridden.
  if (route.note) line.append(" ", sentence(route.note));
}

/** What happens to this daemon's own riders. */
async function askLog() {
  const answer = await connection.call("ride.log", { after: logged });
  logged = answer.last;
  const list = byId("log");
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  for (const entry of answer.entries.slice(-LOG)) {
    list.append(element("li", "", clock(entry.at), sentence(entry.text)));
  }
  while (list.children.length > LOG) list.firstElementChild.remove();
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

// What happens

/** Shows on the map what an event of the ride says; the feed has its line. */
export function showRideEvent(event) {
  if (Date.now() - Date.parse(event.at) > RECENT) return;
  tell(event);
  if (!map) return;
  if (event.kind === "riderFixed" && event.by) map.showHelp(event.by.id, event.rider?.id);
  if (event.kind === "riderFixed" || event.kind === "helpArrived") {
    const line = byId("map-news");
    line.replaceChildren(sentence(event.line));
    line.hidden = false;
    clearTimeout(news);
    news = setTimeout(() => { line.hidden = true; }, 8000);
  }
}
