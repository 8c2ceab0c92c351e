// What is known of a rider, in words for people; ids stay out of them.

import { lasting, nameOf } from "./element.js";
import { titleOf } from "./states.js";

const NONE = "–";

/** A distance along the road; its sign is left to whoever shows it. */
export function distance(value) {
  const length = Math.abs(value);
  if (!Number.isFinite(length)) return NONE;
  if (length < 999.5) return `${Math.round(length)} m`;
  return `${(length / 1000).toFixed(length < 99950 ? 1 : 0)} km`;
}

/** Metres a second as kilometres an hour. */
export const speed = (value) => (Number.isFinite(value) ? (value * 3.6).toFixed(1) : NONE);

/** How far a rider is ahead of this machine's person, or behind. */
export function gap(value) {
  if (!value || !Number.isFinite(value.metres)) return NONE;
  if (Math.abs(value.metres) < 0.5) return "level";
  const side = value.metres > 0 ? "ahead" : "behind";
  return `${distance(value.metres)} ${side}`;
}

/** The same in time, where it is known. */
export function gapTime(value) {
  return Number.isFinite(value?.seconds) ? lasting(Math.abs(value.seconds)) : "";
}

export const seconds = (value) => (Number.isFinite(value) ? lasting(value) : NONE);

/** What a rider is called; its id is of no use to people. */
export const riderName = (rider) => rider.name ?? "A rider";

/** Everything in one sentence, for who does not see the map. */
export function description(rider) {
  const [name, machine] = [riderName(rider), nameOf(rider.owner)];
  const parts = [name === machine ? name : `${name} of ${machine}`, titleOf(rider.state)];
  if (!rider.live) parts.push("not heard of any more");
  if (rider.hidden) parts.push("not shown to others");
  return parts.join(", ");
}
