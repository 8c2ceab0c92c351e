// The table of peers.

import { age, byId, element, isolated, nameOf, say, shortId } from "./element.js";

const body = byId("peers").tBodies[0];
/** The rows by the ids of their peers; kept, so that what somebody has selected stays. */
const rows = new Map();

export function showPeers(peers) {
  const present = new Set(peers.map((peer) => peer.id));
  for (const [id, row] of rows) {
    if (!present.has(id)) {
      row.remove();
      rows.delete(id);
    }
  }
  peers.forEach((peer, index) => {
    const row = rows.get(peer.id) ?? newRow(peer.id);
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
    fill(row, peer);
  });
  byId("peers").hidden = peers.length === 0;
  byId("peers-none").hidden = peers.length !== 0;
  const joined = peers.filter((peer) => peer.state === "joined").length;
  say(byId("peers-count"), peers.length === 0 ? "" : `${joined} joined`);
}

function newRow(id) {
  const place = element("span", "place", element("code", "", shortId(id)), " ", element("span", "address"));
  const name = element("th", "", isolated("", "name"), place);
  name.scope = "row";
  const state = element("td", "", element("span", "state"), element("bdi", "reason"));
  const row = element(
    "tr", "", name, state, element("td", "extra number trip"), element("td", "number since"),
  );
  rows.set(id, row);
  return row;
}

function fill(row, peer) {
  const part = (name) => row.querySelector(`.${name}`);
  say(part("name"), nameOf(peer));
  say(part("state"), peer.state);
  part("state").dataset.state = peer.state;
  say(part("reason"), peer.reason ?? "");
  say(part("address"), peer.address ?? "");
  say(part("trip"), peer.rttMs === undefined ? "" : `${milliseconds(peer.rttMs)} ms`);
  say(part("since"), age(peer.since));
}

const milliseconds = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toString());
