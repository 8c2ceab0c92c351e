// What is said of one rider beside its mark on the map.

import { element, isolated, nameOf, say } from "./element.js";
import { titleOf } from "./states.js";
import { distance, gap, gapTime, riderName, seconds, speed } from "./words.js";

/** Made once and then only changed, so that it can be read in peace. */
export class RiderCard {
  #name = isolated("", "card-name");
  #values = new Map();
  node = element("div", "rider-card");

  constructor() {
    const list = element("dl");
    for (const label of ["Machine", "State", "Speed", "Gap", "Position", "Heard of", "Note"]) {
      const [term, value] = [element("dt", "", label), element("dd")];
      value.dir = "auto";
      list.append(term, value);
      this.#values.set(label, value);
    }
    this.node.append(element("p", "card-title", this.#name), list);
  }

  show(rider) {
    say(this.#name, riderName(rider));
    this.#set("Machine", nameOf(rider.owner));
    this.#set("State", titleOf(rider.state));
    this.#set("Speed", `${speed(rider.speed)} km/h`);
    const time = gapTime(rider.gap);
    this.#set("Gap", rider.gap ? gap(rider.gap) + (time && `, ${time}`) : "");
    this.#set("Position", `${seconds(rider.fixAge)} old`);
    this.#set("Heard of", rider.own ? "" : `${seconds(rider.lastHeard)} ago`);
    const notes = [];
    if (!rider.live) notes.push("not heard of any more");
    if (rider.hidden) notes.push("not shown to others");
    if (rider.uncertainty > 0) notes.push(`somewhere within ${distance(rider.uncertainty)}`);
    this.#set("Note", notes.join("; "));
  }

  #set(label, text) {
    const value = this.#values.get(label);
    say(value, text);
    value.hidden = text === "";
    value.previousElementSibling.hidden = text === "";
  }
}
