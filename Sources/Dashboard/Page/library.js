// Leaflet, the map's library: of this machine, as Debian ships it, served by the daemon.

/** Loads it, once the daemon has said where it is; null where this machine has none. */
export async function loadLibrary(files) {
  if (!files) return null;
  try {
    await Promise.all([style(files.style), script(files.script)]);
  } catch {
    return null;
  }
  return globalThis.L ?? null;
}

function style(path) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  // Before the page's own, which has the last word.
  return loaded(link, () => document.head.prepend(link));
}

function script(path) {
  const made = document.createElement("script");
  made.src = path;
  return loaded(made, () => document.head.append(made));
}

function loaded(made, start) {
  return new Promise((resolve, reject) => {
    made.addEventListener("load", resolve);
    made.addEventListener("error", reject);
    start();
  });
}
