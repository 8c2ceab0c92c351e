// What riders do, in words and as icons that differ in shape, not in colour alone.

const SVG = "http://www.w3.org/2000/svg";

/** The states by their words, in the order of their buttons. */
export const STATES = new Map([
  ["cruisin", {
    title: "Cruisin'",
    path: "M3 16a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M14 16a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0"
      + "M6.5 16l3.5-7h5l2.5 7M9 11.5l3.5 4.5H6.5M15 9l-1-3h2.5",
  }],
  ["returnin", { title: "Returnin'", path: "M7 19V10a4.5 4.5 0 0 1 9 0v6M12 13l4 4l4-4" }],
  ["breather", {
    title: "Breather",
    path: "M6 8h10v6a4 4 0 0 1-4 4h-2a4 4 0 0 1-4-4zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M5 21h12M9 5V3M13 5V3",
  }],
  ["flat", { title: "Flat!", path: "M12 5v9M12 18.5v.5" }],
  ["helpin", { title: "Helpin'", path: "M12 5v14M5 12h14" }],
]);

/** The title of a state; of one that this page does not know, its word. */
export const titleOf = (state) => STATES.get(state)?.title ?? String(state);

/** A drawing of a state; empty for one that this page does not know. */
export function iconOf(state) {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  icon.append(document.createElementNS(SVG, "path"));
  drawIcon(icon, state);
  return icon;
}

/** Changes a drawing in place. */
export function drawIcon(icon, state) {
  icon.firstChild.setAttribute("d", STATES.get(state)?.path ?? "");
}
