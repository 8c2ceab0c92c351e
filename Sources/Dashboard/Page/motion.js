// How one rider moves on the map between two answers of the daemon.

import { between, metres, near } from "./plane.js";

/** Metres: a longer step between two answers is no ride. */
export const LEAP = 200;

export class Motion {
  #from;
  #to;
  #begin = 0;
  #length = 0;

  /** Stands at a place, [latitude, longitude]. */
  constructor(place) {
    this.#from = place;
    this.#to = place;
  }

  /** Where it will stand. */
  get end() { return this.#to; }

  /** Whether the way to a place is one that it can have ridden since the last answer. */
  reaches(place) { return metres(this.#to, place) <= LEAP; }

  /** Goes to a place from where it is shown, in so many milliseconds; 0: stands there at once. */
  go(place, now, milliseconds) {
    this.#from = this.at(now);
    this.#to = [place[0], near(place[1], this.#from[1])];
    this.#begin = now;
    this.#length = milliseconds;
    if (milliseconds <= 0) this.#from = this.#to;
  }

  /** Where it is shown. */
  at(now) {
    if (this.isOver(now)) return this.#to;
    return between(this.#from, this.#to, Math.max(0, now - this.#begin) / this.#length);
  }

  isOver(now) { return now - this.#begin >= this.#length; }

  /** Moves to another copy of the world. */
  shift(degrees) {
    this.#from = [this.#from[0], this.#from[1] + degrees];
    this.#to = [this.#to[0], this.#to[1] + degrees];
  }
}
