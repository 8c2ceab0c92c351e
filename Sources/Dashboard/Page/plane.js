// Where things are: places as [latitude, longitude] in degrees, and the plane they are drawn on.
//
// Nothing is asked or shown here. Longitudes may go beyond 180: whoever crosses it goes on.

const RADIUS = 6371008.8;
/** The latitude at which a map of this kind ends (EPSG:3857). */
const EDGE = 85.0511287798;

const radians = (degrees) => (degrees * Math.PI) / 180;

/** Whether two numbers are a place at all; what is not finite would stop the map. */
export function isPlace(latitude, longitude) {
  return Number.isFinite(latitude) && Math.abs(latitude) <= 90
    && Number.isFinite(longitude) && Math.abs(longitude) <= 180;
}

/** The copy of a longitude that is nearest to another. */
export const near = (longitude, other) => longitude + 360 * Math.round((other - longitude) / 360);

/** A longitude from −180 to below 180. */
export const wrapped = (longitude) => longitude - 360 * Math.floor((longitude + 180) / 360);

/** Metres between two places, on a sphere: to tell a step from a leap, not to be shown. */
export function metres(one, other) {
  const [latitude, longitude] = [radians(other[0] - one[0]), radians(other[1] - one[1])];
  const chord = Math.sin(latitude / 2) ** 2
    + Math.cos(radians(one[0])) * Math.cos(radians(other[0])) * Math.sin(longitude / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The place at a share of the way, on the line that the map draws between the two. */
export function between(from, to, share) {
  if (share >= 1) return to;
  const [start, end] = [northing(from[0]), northing(to[0])];
  return [
    (Math.atan(Math.sinh(start + (end - start) * share)) * 180) / Math.PI,
    from[1] + (to[1] - from[1]) * share,
  ];
}

const northing = (latitude) => (
  Math.asinh(Math.tan(radians(Math.max(-EDGE, Math.min(EDGE, latitude)))))
);

/** By how many degrees a heading turns to another, the shorter way. */
export const turn = (from, to) => ((((to - from) % 360) + 540) % 360) - 180;

/** The smallest frame around places, [[south, west], [north, east]]; null for none. */
export function frame(places) {
  if (places.length === 0) return null;
  let [south, north] = [90, -90];
  for (const [latitude] of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const sorted = places.map((place) => wrapped(place[1])).sort((one, other) => one - other);
  // All but the widest gap between neighbours, which may be the one around the back.
  let [gap, west] = [sorted[0] + 360 - sorted.at(-1), sorted[0]];
  for (let index = 1; index < sorted.length; index += 1) {
    if (sorted[index] - sorted[index - 1] > gap) {
      [gap, west] = [sorted[index] - sorted[index - 1], sorted[index]];
    }
  }
  return [[south, west], [north, west + 360 - gap]];
}

/** Places in a row, each on the copy of the world where the one before it lies. */
export function unwrapped(places, other) {
  let last = other;
  return places.map(([latitude, longitude]) => {
    last = near(longitude, last);
    return [latitude, last];
  });
}
