// The page: joins the daemon's events, and asks for the state whenever it may have changed.

import { byId, say } from "./element.js";
import { Connection, takeToken } from "./connection.js";
import { clearFeed, showEvent } from "./feed.js";
import { showGame, showHistory, showScores, startGame } from "./game.js";
import { showPeers } from "./peers.js";
import { setRideLive, showRideEvent, startRide } from "./ride.js";

const REFRESH = 3000;
// A lively game changes more often than anybody can read.
const BREATH = 100;
const STATES = {
  connecting: ["Connecting", ""],
  live: ["Live", ""],
  retrying: ["Reconnecting", ""],
  gone: [
    "Daemon gone",
    "The daemon does not answer; it may have been stopped. This page goes on trying.",
  ],
  denied: [
    "No access",
    "The daemon does not know this page any more, as it was started anew. "
      + "Run “paceline web”, and open the address that it prints.",
  ],
  keyless: [
    "No access",
    "This page needs a token. Run “paceline web”, and open the address that it prints.",
  ],
};

let connection;
let isAsking = false;
let isStale = false;

function showState(word) {
  const [label, sentence] = STATES[word];
  byId("connection").dataset.state = word;
  say(byId("connection"), label);
  byId("banner").hidden = sentence === "";
  say(byId("banner"), sentence);
  byId("content").classList.toggle("stale", word !== "live");
  if (word === "denied") byId("content").hidden = true;
  setRideLive(word === "live");
}

/** Asks for everything; what happens before the answers are in costs one more round, not many. */
async function refresh() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isStale) {
      isStale = false;
      const [status, peers, game, history, scores] = await Promise.all(
        ["status", "peers", "game.status", "game.history", "game.scores"]
          .map((method) => connection.call(method)),
      );
      showStatus(status);
      showPeers(peers.peers);
      showGame(game, status.id);
      showHistory(history.events);
      showScores(scores.scores);
      byId("content").hidden = false;
      if (isStale) await new Promise((resolve) => setTimeout(resolve, BREATH));
    }
  } catch {
    // The stream of events says what is wrong, and everything is asked for again when it is back.
  } finally {
    isAsking = false;
  }
}

/** Round trips, ages and who may join change without an event. */
async function refreshPeers() {
  if (document.hidden || isAsking || byId("connection").dataset.state !== "live") return;
  try {
    showStatus(await connection.call("status"));
    showPeers((await connection.call("peers")).peers);
  } catch {
    // As above.
  }
}

function showStatus(status) {
  byId("own").hidden = false;
  say(byId("own-name"), status.name);
  say(byId("own-id"), status.short);
  say(byId("who-can-join"), status.sentence);
  byId("discovery").hidden = status.discovery === "ok";
  say(byId("discovery"), `Discovery is ${status.discovery}.`);
  byId("identity-in-use").hidden = !status.identityInUse;
  say(byId("about"), `pacelined ${status.version}, port ${status.port}`);
  document.title = `${status.name} · Paceline`;
}

const listener = {
  state: showState,
  ready(isResumed) {
    if (!isResumed) clearFeed();
    refresh();
  },
  event(event) {
    showEvent(event);
    // Where riders are is asked for all the time.
    if (event.topic === "ride") showRideEvent(event);
    else refresh();
  },
};

// Another address with a token was opened in this tab.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#token=")) location.reload();
});

const token = takeToken();
if (token) {
  connection = new Connection(token, listener);
  startGame(connection);
  startRide(connection);
  setInterval(refreshPeers, REFRESH);
  connection.follow();
} else {
  showState("keyless");
}
