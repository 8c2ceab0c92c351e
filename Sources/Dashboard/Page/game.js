// The secret-number game.

import { byId, clock, element, isolated, nameOf, say, sentence } from "./element.js";

const LINES = 100;
const ANSWERS = [["lower", "Lower"], ["greater", "Greater"], ["correct", "Correct"]];
const game = byId("game");
const pendingList = byId("pending");
/** The waiting guesses by the ids of their guessers. */
const guesses = new Map();
let connection;
let isBusy = false;

/** Wires the forms and buttons to a connection. */
export function startGame(to) {
  connection = to;
  onSubmit("start", (fields) => ask("game.new", {
    secret: fields.secret.value.trim(), low: fields.low.value.trim(),
    high: fields.high.value.trim(), auto: fields.auto.checked,
  }, fields.secret));
  onSubmit("guess", (fields) => ask(
    "game.guess", { number: fields.number.value.trim() }, fields.number,
  ));
  byId("take-back").addEventListener("click", () => ask("game.cancel", {}));
  byId("end-game").addEventListener("click", () => ask("game.cancel", {}));
}

function onSubmit(id, submitted) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    submitted(event.target.elements);
  });
}

/** Asks the daemon for a move, and says what it says. */
async function ask(method, params, field) {
  if (isBusy) return;
  setBusy(true);
  say(byId("said"), "");
  say(byId("refused"), "");
  try {
    const result = await connection.call(method, params);
    say(byId("said"), result.message ?? "");
    say(byId("refused"), result.warning ?? "");
    if (field) field.value = "";
  } catch (refusal) {
    say(byId("refused"), refusal.message);
    field?.focus();
    field?.select();
  } finally {
    setBusy(false);
  }
}

/** Not `disabled`, which would take the focus away from who plays by keyboard. */
function setBusy(busy) {
  isBusy = busy;
  for (const button of game.querySelectorAll("button")) button.ariaDisabled = String(busy);
}

export function showGame(status, ownId) {
  const runs = status.phase === "running";
  const own = status.pending.find((guess) => guess.peer.id === ownId);
  const isHost = runs && status.role === "host";
  const hadFocus = game.contains(document.activeElement);
  say(byId("game-range"), runs ? `${status.low} to ${status.high}` : "");
  showState(status, runs, isHost, ownId);
  byId("start").hidden = runs;
  byId("guess").hidden = !runs || isHost || own !== undefined;
  byId("waiting").hidden = !runs || isHost || own === undefined;
  byId("host").hidden = !isHost;
  if (own) say(byId("waiting-text"), `Your guess of ${own.number} waits for an answer.`);
  showPending(isHost ? status.pending : []);
  if (hadFocus) keepFocus();
}

function showState(status, runs, isHost, ownId) {
  const state = byId("game-state");
  const parts = [];
  if (isHost) {
    parts.push(`You host a game, with ${counted(status.guesses)} so far.`);
  } else if (runs) {
    parts.push(isolated(nameOf(status.host)), ` hosts a game, with ${counted(status.guesses)} so far.`);
  } else if (status.winner?.id === ownId) {
    parts.push("No game is running. You won the last one.");
  } else if (status.winner) {
    parts.push("No game is running. ", isolated(nameOf(status.winner)), " won the last one.");
  } else {
    parts.push("No game is running. Think of a number, and let the others guess it.");
  }
  const text = parts.map((part) => part.textContent ?? part).join("");
  if (state.textContent !== text) state.replaceChildren(...parts);
}

const counted = (count) => (count === 1 ? "1 guess" : `${count} guesses`);

/**
 * Whoever plays by keyboard goes on at the field for the next move, if there is one; never at a
 * button that has come to stand where another was, as the next Enter would press it.
 */
function keepFocus() {
  const focused = document.activeElement;
  if (focused !== game && game.contains(focused) && focused.checkVisibility()) return;
  const field = [...game.querySelectorAll("form input")].find((input) => input.checkVisibility());
  (field ?? game).focus({ preventScroll: true });
}

function showPending(pending) {
  const keys = new Set(pending.map(keyOf));
  for (const [key, item] of guesses) {
    if (!keys.has(key)) {
      item.remove();
      guesses.delete(key);
    }
  }
  for (const guess of pending) {
    if (guesses.has(keyOf(guess))) continue;
    const item = pendingItem(guess);
    guesses.set(keyOf(guess), item);
    pendingList.append(item);
  }
  byId("pending-none").hidden = pending.length !== 0;
}

const keyOf = (guess) => `${guess.peer.id} ${guess.number}`;

function pendingItem(guess) {
  const answers = element("div", "answers");
  for (const [answer, label] of ANSWERS) {
    const button = element("button", "", label);
    button.type = "button";
    button.ariaLabel = `Answer ${nameOf(guess.peer)}’s ${guess.number}: ${label.toLowerCase()}`;
    button.addEventListener("click", () => ask("game.answer", { answer, to: guess.peer.id }));
    answers.append(button);
  }
  const who = element("span", "who", isolated(nameOf(guess.peer)), " guesses");
  return element("li", "", who, element("span", "what", String(guess.number)), answers);
}

export function showHistory(events) {
  const list = byId("history");
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  const last = events.slice(-LINES);
  const earlier = events.length - last.length;
  list.replaceChildren(...last.map(historyLine));
  byId("history-earlier").hidden = earlier === 0;
  say(byId("history-earlier"), `${earlier} earlier ones are not shown.`);
  byId("history-none").hidden = events.length !== 0;
  list.hidden = events.length === 0;
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function historyLine(event) {
  const line = sentence(event.line);
  if (event.verified === true) line.append(element("span", "mark true", "✓ true"));
  if (event.verified === false) line.append(element("span", "mark false", "✗ false"));
  return element("li", "", clock(event.at), line);
}

export function showScores(scores) {
  const table = byId("scores");
  table.tBodies[0].replaceChildren(...scores.map((score) => {
    const name = element("th", "", isolated(nameOf(score.peer)));
    name.scope = "row";
    const numbers = [score.wins, score.rounds, score.forfeits]
      .map((value) => element("td", "number", String(value)));
    return element("tr", "", name, ...numbers);
  }));
  table.hidden = scores.length === 0;
  byId("scores-none").hidden = scores.length !== 0;
}
