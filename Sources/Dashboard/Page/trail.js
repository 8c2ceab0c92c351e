// Where one rider has come along in the last minutes.

import { metres, near } from "./plane.js";
import { LEAP } from "./motion.js";

/** Metres between two points that are kept. */
const SPACING = 4;
/** Milliseconds without an answer, after which nobody knows the way. */
const SILENCE = 10000;
/** Points: an hour of riding. */
const CAPACITY = 6000;

export class Trail {
  /** Pieces of [latitude, longitude, time], the oldest first; between pieces there is a gap. */
  #pieces = [];
  #last = null;
  #count = 0;

  /** Adds a place; what comes after a leap, a silence or `cut` is not joined to what was. */
  note(place, now) {
    const last = this.#last;
    const isJoined = last !== null && this.#pieces.length !== 0
      && now - last[2] <= SILENCE && metres(last, place) <= LEAP;
    const longitude = last === null ? place[1] : near(place[1], last[1]);
    this.#last = [place[0], longitude, now];
    if (!isJoined) this.#pieces.push([]);
    const piece = this.#pieces.at(-1);
    if (piece.length === 0 || metres(piece.at(-1), place) >= SPACING) {
      piece.push(this.#last);
      this.#count += 1;
    }
    if (this.#count > CAPACITY) this.#dropFirst();
  }

  /** Leaves a gap before what comes next. */
  cut() { this.#last = null; }

  /** Begins anew. */
  forget() {
    this.#pieces = [];
    this.#last = null;
    this.#count = 0;
  }

  /** Moves to another copy of the world. */
  shift(degrees) {
    for (const point of this.#pieces.flat()) point[1] += degrees;
    // The last point may be one of them.
    if (this.#last && this.#pieces.at(-1)?.at(-1) !== this.#last) this.#last[1] += degrees;
  }

  /** The lines of the last so many milliseconds; older points are forgotten. */
  lines(now, milliseconds) {
    while (this.#pieces.length && !(this.#pieces[0].at(-1)?.[2] >= now - milliseconds)) {
      this.#count -= this.#pieces[0].length;
      this.#pieces.shift();
    }
    while (this.#pieces.length && this.#pieces[0][0][2] < now - milliseconds) this.#dropFirst();
    return this.#pieces.filter((piece) => piece.length > 1)
      .map((piece) => piece.map(([latitude, longitude]) => [latitude, longitude]));
  }

  #dropFirst() {
    this.#pieces[0].shift();
    this.#count -= 1;
    if (this.#pieces[0].length === 0) this.#pieces.shift();
  }
}
