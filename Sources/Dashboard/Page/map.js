// The live map: riders that move between the daemon's answers, their trails and the route.

import { RiderCard } from "./card.js";
import { RiderMarker } from "./marker.js";
import { frame, isPlace, near, unwrapped, wrapped } from "./plane.js";

/** Milliseconds that a line between a helper and who was helped stays. */
const HELP = 8000;
/** Riders whose trails are kept and drawn: own ones come first. */
const TRAILS = 200;
/** Riders beyond which only people have their names on the map. */
const CROWD = 60;
/** Riders beyond which a browser without a graphics card can't move all of them in each frame. */
const THRONG = 250;
/** Pixels: a shorter step is not worth frames. */
const STEP = 0.4;
/** How near the map goes by itself. */
const CLOSE = 17;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class RideMap {
  #library;
  #map;
  #card = new RiderCard();
  #popup;
  #markers = new Map();
  #lines = new Map();
  #moving = new Set();
  #tiles = null;
  #route = null;
  #routePlaces = [];
  #chosen = null;
  #isFollowing = false;
  #isFitted = false;
  #isZooming = false;
  #isPlacing = false;
  #isDrawing = false;
  #trailLength = 300000;
  /** The longitude around which everything is drawn. */
  #meridian = 0;
  #listener;

  /** `listener` has `placed(place)`, `chosen(id)` and `followed(isFollowing)`. */
  constructor(library, container, tiles, listener) {
    this.#library = library;
    this.#listener = listener;
    const isStill = reduced.matches;
    this.#map = library.map(container, {
      center: [0, 0], zoom: 2, minZoom: 1, maxZoom: 19, zoomSnap: tiles ? 1 : 0.25,
      attributionControl: false, scrollWheelZoom: false,
      zoomAnimation: !isStill, fadeAnimation: !isStill, markerZoomAnimation: !isStill,
      inertia: !isStill,
    });
    library.control.scale({ imperial: false }).addTo(this.#map);
    this.#popup = library.popup({
      autoPan: false, minWidth: 180, maxWidth: 240, className: "rider-popup",
      offset: [0, -8],
    }).setContent(this.#card.node);
    if (tiles) this.#tiles = this.#tileLayer(tiles);
    this.#listen(container);
  }

  #tileLayer(template) {
    const library = this.#library;
    const Tiles = library.TileLayer.extend({
      createTile(coordinates, done) {
        const image = library.TileLayer.prototype.createTile.call(this, coordinates, done);
        // Many a server of images wants to know for which page they are; it is told no more.
        image.referrerPolicy = "origin";
        return image;
      },
    });
    return new Tiles(template, { maxZoom: 19 });
  }

  #listen(container) {
    const map = this.#map;
    map.on("click", (event) => this.#clicked([event.latlng.lat, event.latlng.lng]));
    map.on("zoomstart", () => { this.#isZooming = true; });
    map.on("zoomend", () => { this.#isZooming = false; this.#draw(true); });
    map.on("dragstart", () => this.follow(false));
    map.on("moveend", () => this.#rebase());
    map.on("popupclose", () => this.#choose(null));
    // The wheel is the page's until somebody has turned to the map.
    map.on("focus", () => map.scrollWheelZoom.enable());
    map.on("blur", () => map.scrollWheelZoom.disable());
    new ResizeObserver(() => {
      map.invalidateSize({ animate: false });
      this.#fitFirst();
    }).observe(container);
  }

  // Riders

  /**
   * Shows where riders are now; they get there in so many milliseconds.
   *
   * 0 stands for an answer after a while in which nobody looked.
   */
  show(riders, milliseconds) {
    const now = performance.now();
    const present = new Set();
    const view = this.#map.getBounds().pad(0.1);
    for (const rider of riders) {
      if (!isPlace(rider.latitude, rider.longitude)) continue;
      present.add(rider.id);
      this.#showRider(rider, now, milliseconds, view);
    }
    for (const id of [...this.#markers.keys()].filter((id) => !present.has(id))) this.#drop(id);
    this.#map.getContainer().classList.toggle("crowded", present.size > CROWD);
    this.#showTrails(now);
    this.#showCard();
    this.#fitFirst();
    this.#keepFollowing(milliseconds);
    this.#draw(true);
  }

  #showRider(rider, now, milliseconds, view) {
    const marker = this.#markers.get(rider.id);
    const place = [rider.latitude, rider.longitude];
    if (!marker) {
      const made = new RiderMarker(this.#library, this.#map, rider, this.#meridian, () => {
        this.#pressed(rider.id);
      });
      this.#markers.set(rider.id, made);
      return;
    }
    const wasLive = marker.rider.live;
    const isRide = wasLive && rider.live && marker.motion.reaches(place);
    if (isRide) marker.trail.note(marker.motion.at(now), now);
    else marker.trail.cut();
    marker.change(rider);
    const isAnimated = isRide && milliseconds > 0 && !reduced.matches
      && this.#markers.size <= THRONG && this.#isWorthFrames(marker, place, view);
    marker.motion.go(place, now, isAnimated ? milliseconds : 0);
    this.#moving.add(marker);
  }

  /** Whether anybody sees that it moves. */
  #isWorthFrames(marker, place, view) {
    const to = [place[0], near(place[1], marker.motion.end[1])];
    const step = this.#map.project(marker.place).distanceTo(this.#map.project(to));
    return step >= STEP && (view.contains(to) || view.contains(marker.place));
  }

  #drop(id) {
    const marker = this.#markers.get(id);
    if (this.#chosen === id) this.#map.closePopup(this.#popup);
    this.#moving.delete(marker);
    marker.remove();
    this.#lines.get(id)?.remove();
    this.#lines.delete(id);
    this.#markers.delete(id);
  }

  // Frames

  /** Moves who moves; asks for frames only as long as somebody does. */
  #draw(isNew) {
    if (this.#isDrawing && isNew) return;
    this.#isDrawing = false;
    // Leaflet moves everything by itself while it zooms, and says when it has done.
    if (this.#isZooming) return;
    const now = performance.now();
    for (const marker of this.#moving) {
      marker.draw(now);
      if (marker.motion.isOver(now)) this.#moving.delete(marker);
    }
    const chosen = this.#markers.get(this.#chosen);
    if (chosen) this.#popup.setLatLng(chosen.place);
    if (this.#moving.size === 0) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => this.#draw(false));
  }

  /** Draws everything on the copy of the world that is looked at. */
  #rebase() {
    const centre = this.#map.getCenter().lng;
    if (Math.abs(centre - this.#meridian) > 180) this.#drawAround(centre);
  }

  #drawAround(meridian) {
    this.#meridian = meridian;
    for (const marker of this.#markers.values()) {
      const longitude = marker.motion.end[1];
      marker.shift(near(longitude, meridian) - longitude);
      this.#moving.add(marker);
    }
    this.#drawRoute();
    this.#showTrails(performance.now());
    this.#draw(true);
  }

  // Trails, the route, and help

  /** For how many milliseconds back trails are drawn. */
  setTrails(milliseconds) {
    this.#trailLength = milliseconds;
    this.#showTrails(performance.now());
  }

  #showTrails(now) {
    let count = 0;
    // The markers are in the order in which their riders came.
    const ranked = [...this.#markers].sort(([, one], [, other]) => (
      Number(Boolean(other.rider.own)) - Number(Boolean(one.rider.own))
    ));
    for (const [id, marker] of ranked) {
      count += 1;
      // A tab may stay open for days.
      if (count > TRAILS) marker.trail.forget();
      const lines = marker.trail.lines(now, this.#trailLength);
      let drawn = this.#lines.get(id);
      if (!drawn && lines.length === 0) continue;
      if (!drawn) {
        drawn = this.#library.polyline([], { interactive: false, className: "trail" });
        drawn.addTo(this.#map);
        this.#lines.set(id, drawn);
      }
      drawn.setLatLngs(lines);
      const path = drawn.getElement();
      path?.classList.toggle("mine", marker.rider.own);
      path?.classList.toggle("stale", !marker.rider.live);
    }
  }

  /** Draws the route: its parts are lists of [latitude, longitude]. */
  showRoute(parts, isClosed) {
    const kept = parts.map((part) => part.filter((place) => isPlace(place[0], place[1])))
      .filter((part) => part.length !== 0);
    if (isClosed && kept.length) kept[kept.length - 1] = [...kept.at(-1), kept[0][0]];
    this.#routePlaces = kept;
    this.#drawRoute();
    this.#fitFirst();
  }

  #drawRoute() {
    let last = this.#meridian;
    const lines = this.#routePlaces.map((part) => {
      const line = unwrapped(part, last);
      last = line.at(-1)[1];
      return line;
    });
    this.#route ??= this.#library.polyline([], {
      interactive: false, className: "route",
    }).addTo(this.#map);
    this.#route.setLatLngs(lines);
    this.#route.bringToBack();
  }

  /** Joins a helper with who was helped by a line, for a moment; false when it can't be seen. */
  showHelp(helper, helped) {
    const [one, other] = [this.#markers.get(helper), this.#markers.get(helped)];
    if (!one || !other || one === other) return false;
    const line = this.#library.polyline(unwrapped([one.place, other.place], one.place[1]), {
      interactive: false, className: "help",
    }).addTo(this.#map);
    for (const marker of [one, other]) marker.node.classList.add("in-help");
    setTimeout(() => {
      line.remove();
      for (const marker of [one, other]) marker.node?.classList.remove("in-help");
    }, HELP);
    return true;
  }

  // Choosing one rider

  #pressed(id) {
    if (this.#isPlacing) this.#clicked(this.#markers.get(id).place);
    else this.#choose(id);
  }

  /** Brings a rider to the middle, and says what is known of it. */
  centre(id) {
    const marker = this.#markers.get(id);
    if (!marker) return;
    this.follow(false);
    this.#map.setView(marker.place, Math.max(this.#map.getZoom(), 15), {
      animate: !reduced.matches,
    });
    this.#choose(id);
  }

  #choose(id) {
    if (this.#chosen === id) return;
    this.#markers.get(this.#chosen)?.choose(false);
    this.#chosen = id;
    const marker = this.#markers.get(id);
    marker?.choose(true);
    this.#showCard();
    if (marker) this.#openCard(marker);
    this.#listener.chosen(id);
  }

  /** Brings the card into view when it opens, and never again: the rider rides on. */
  #openCard(marker) {
    if (reduced.matches) this.#map.setView(marker.place, undefined, { animate: false });
    this.#popup.options.autoPan = !reduced.matches;
    this.#popup.setLatLng(marker.place).openOn(this.#map);
    this.#popup.options.autoPan = false;
  }

  closeCard() { this.#map.closePopup(this.#popup); }

  #showCard() {
    const marker = this.#markers.get(this.#chosen);
    if (marker) this.#card.show(marker.rider);
  }

  // Placing

  /** While this is on, a click says where this machine's person is. */
  setPlacing(isPlacing) {
    this.#isPlacing = isPlacing;
    this.#map.getContainer().classList.toggle("placing", isPlacing);
    if (isPlacing) this.closeCard();
  }

  #clicked([latitude, longitude]) {
    if (this.#isPlacing) this.#listener.placed([latitude, wrapped(longitude)]);
  }

  // What is seen

  /** Fits the map once there is something to be seen, and never again by itself. */
  #fitFirst() {
    if (this.#isFitted || !this.#map.getSize().x) return;
    this.#isFitted = this.fit();
    // No image is asked for before it is known of where.
    if (this.#isFitted) this.#tiles?.addTo(this.#map);
  }

  /** Shows all riders, and the route if it is where they are; false when there is neither. */
  fit() {
    const riders = [...this.#markers.values()].map((marker) => marker.motion.end);
    const route = this.#routePlaces.flat();
    let bounds = this.#bounds(riders.length ? riders : route);
    if (!bounds) return false;
    const around = this.#bounds([...riders, ...route]);
    // A route on another continent would make specks of them.
    if (route.length && this.#bounds(route).pad(1).intersects(bounds)) bounds = around;
    this.follow(false);
    this.#drawAround(bounds.getCenter().lng);
    this.#map.fitBounds(bounds, {
      padding: [36, 36], maxZoom: CLOSE, animate: this.#isFitted && !reduced.matches,
    });
    return true;
  }

  #bounds(places) {
    const found = frame(places);
    return found && this.#library.latLngBounds(found);
  }

  get isFollowing() { return this.#isFollowing; }

  /** Keeps this machine's person in the middle, or not. */
  follow(isFollowing) {
    if (this.#isFollowing === isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#listener.followed(isFollowing);
    this.#keepFollowing(0);
  }

  #keepFollowing(milliseconds) {
    if (!this.#isFollowing || this.#isZooming) return;
    const own = [...this.#markers.values()]
      .find((marker) => marker.rider.own && marker.rider.kind === "person");
    if (!own) return;
    const isAnimated = milliseconds > 0 && !reduced.matches;
    this.#map.panTo(own.motion.end, isAnimated
      ? { animate: true, duration: milliseconds / 1000, easeLinearity: 1 } : { animate: false });
  }
}
