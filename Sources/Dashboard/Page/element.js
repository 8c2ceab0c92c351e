// Makes elements. Text only ever goes in as text: no name can become markup.

export const byId = (id) => document.getElementById(id);

/** An element with a class, and children that are elements or texts. */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Text of others, which may be written in either direction without turning what is around it. */
export function isolated(text, className) {
  return element("bdi", className, text);
}

/** A sentence of the daemon's, which is English whatever names it holds. */
export function sentence(text) {
  const made = element("span", "line", text);
  made.dir = "ltr";
  return made;
}

/** Sets a text; leaves an unchanged one alone, so that nothing is read out twice. */
export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** The clock time of an ISO 8601 text. */
export function clock(at) {
  const made = element("time");
  const moment = new Date(at);
  made.dateTime = at;
  made.title = moment.toLocaleString();
  made.textContent = moment.toLocaleTimeString([], {
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
  });
  return made;
}

/** How long ago something was, in its largest unit, as `paceline peers` says it. */
export function age(since, now = Date.now()) {
  return lasting((now - Date.parse(since)) / 1000);
}

/** So many seconds in their largest unit. */
export function lasting(time) {
  const seconds = Math.max(0, Math.floor(time));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

export const shortId = (id) => id.slice(0, 8).toUpperCase();

/** What a peer is called: its name, or the beginning of its id. */
export const nameOf = (peer) => peer.name ?? shortId(peer.id);
