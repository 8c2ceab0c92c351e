// One rider on the map: made once, and then only ever changed and moved.

import { element, isolated, say } from "./element.js";
import { Motion } from "./motion.js";
import { near, turn } from "./plane.js";
import { drawIcon, iconOf, titleOf } from "./states.js";
import { Trail } from "./trail.js";
import { description, riderName } from "./words.js";

export class RiderMarker {
  #library;
  #map;
  #icon = iconOf("");
  #tip = element("span", "rider-tip");
  #label = isolated("", "rider-label");
  #element = element("span", "rider-body");
  #heading = null;
  #layer;
  #blur = null;

  trail = new Trail();
  motion;
  rider;

  /** `pressed` is called when somebody clicks it. */
  constructor(library, map, rider, meridian, pressed) {
    this.#library = library;
    this.#map = map;
    this.motion = new Motion([rider.latitude, near(rider.longitude, meridian)]);
    const dot = element("span", "rider-dot");
    dot.append(this.#icon);
    this.#element.append(this.#tip, dot, this.#label);
    this.#layer = library.marker(this.motion.end, {
      // As a node: a text would be taken for HTML.
      icon: library.divIcon({ className: "rider", html: this.#element, iconSize: null }),
      // The list is the way there by keyboard; thousands of stops would be none.
      keyboard: false,
      riseOnHover: true,
      // People above simulants, and those of this machine above others.
      zIndexOffset: (rider.kind === "person" ? 2000 : 0) + (rider.own ? 1000 : 0),
    });
    this.#layer.addTo(map);
    this.#layer.on("click", pressed);
    this.node.setAttribute("role", "button");
    this.node.tabIndex = -1;
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pressed();
    });
    this.change(rider);
  }

  /** The element on the map. */
  get node() { return this.#layer.getElement(); }

  /** Where it is shown. */
  get place() {
    const { lat, lng } = this.#layer.getLatLng();
    return [lat, lng];
  }

  /** Shows what has become of it, but for where it is. */
  change(rider) {
    const old = this.rider;
    this.rider = rider;
    const classes = this.node.classList;
    for (const [name, isSet] of [
      ["mine", rider.own], ["stale", !rider.live], ["hidden-one", rider.hidden],
      ["person", rider.kind === "person"],
    ]) classes.toggle(name, Boolean(isSet));
    if (old?.state !== rider.state) {
      this.node.dataset.state = rider.state;
      drawIcon(this.#icon, rider.state);
    }
    say(this.#label, riderName(rider));
    const label = description(rider);
    if (this.node.getAttribute("aria-label") !== label) this.node.setAttribute("aria-label", label);
    this.#face(rider);
    this.#showDoubt(rider);
  }

  /**
   * Moves it on the screen to where it is by now.
   *
   * Not by whole pixels, as Leaflet does, which would look jerky; and not in three dimensions, which
   * would make a layer of each of a thousand.
   */
  draw(now) {
    const place = this.motion.at(now);
    this.#layer.setLatLng(place);
    this.#blur?.setLatLng(place);
    const point = this.#map.project(place).subtract(this.#map.getPixelOrigin());
    this.node.style.transform = `translate(${point.x}px, ${point.y}px)`;
  }

  shift(degrees) {
    this.motion.shift(degrees);
    this.trail.shift(degrees);
  }

  choose(isChosen) { this.node.classList.toggle("chosen", isChosen); }

  remove() {
    this.#layer.remove();
    this.#blur?.remove();
  }

  /** Turns the tip the shorter way; a rider at rest has the heading that it had. */
  #face(rider) {
    const isFacing = Number.isFinite(rider.course);
    this.#tip.hidden = !isFacing;
    if (!isFacing) return;
    this.#heading = this.#heading === null
      ? rider.course : this.#heading + turn(this.#heading, rider.course);
    this.#tip.style.transform = `rotate(${this.#heading}deg)`;
  }

  /** A circle within which it is, where its owner says no more. */
  #showDoubt(rider) {
    const radius = Number.isFinite(rider.uncertainty) ? rider.uncertainty : 0;
    if (radius <= 0) {
      this.#blur?.remove();
      this.#blur = null;
    } else if (this.#blur) {
      this.#blur.setRadius(radius);
    } else {
      this.#blur = this.#library.circle(this.place, {
        radius, interactive: false, className: "doubt",
      }).addTo(this.#map);
    }
  }
}
