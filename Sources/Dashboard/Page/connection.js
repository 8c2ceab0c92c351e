// Talks to the daemon: calls by POST, events by one long answer that is read as it comes.
//
// EventSource could not send the token but in its address, where logs and histories would keep it.

const RETRIES = [250, 500, 1000, 2000, 4000];
// The daemon says something every 15 s.
const SILENCE = 40000;
const STORED = "paceline-token";

/** A refusal of the daemon, with its sentence. */
export class Refusal extends Error {}

/** The token: from the address, which is cleared of it, or kept by this tab. */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    sessionStorage.setItem(STORED, token);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(STORED);
}

export class Connection {
  #token;
  #listener;
  #lastId = null;
  #nextCall = 1;
  #reading = null;
  #silence = null;
  #isDenied = false;

  /** `listener` has `state(word)`, `ready(isResumed)` and `event(params)`. */
  constructor(token, listener) {
    this.#token = token;
    this.#listener = listener;
  }

  /** Calls a method of the control API. */
  async call(method, params = {}) {
    let response;
    try {
      response = await fetch("/rpc", {
        method: "POST",
        headers: { ...this.#headers(), "Content-Type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: this.#nextCall++, method, params }),
        cache: "no-store",
      });
    } catch {
      throw new Refusal("The daemon does not answer.");
    }
    if (response.status === 401) this.#deny();
    if (!response.ok) throw new Refusal((await response.text()).trim());
    const answer = await response.json();
    if (answer.error) throw new Refusal(sentence(answer.error));
    return answer.result;
  }

  /** Reads a document of the daemon's. */
  async read(path) {
    let response;
    try {
      response = await fetch(path, { headers: this.#headers(), cache: "no-store" });
    } catch {
      throw new Refusal("The daemon does not answer.");
    }
    if (response.status === 401) this.#deny();
    if (!response.ok) throw new Refusal((await response.text()).trim());
    return response.json();
  }

  /** Follows what happens until the token is refused; comes back by itself. */
  async follow() {
    // A browser opens few connections to one server: a tab that nobody sees keeps none.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#reading?.abort();
    });
    let failures = 0;
    while (!this.#isDenied) {
      await shown();
      try {
        await this.#listen(() => { failures = 0; });
      } catch {
        // What went wrong matters to nobody: it is tried again.
      }
      if (this.#isDenied || document.hidden) continue;
      failures += 1;
      this.#listener.state(failures > 2 ? "gone" : "retrying");
      await pause(RETRIES[Math.min(failures, RETRIES.length) - 1]);
    }
  }

  #headers() {
    return { Authorization: `Bearer ${this.#token}` };
  }

  #deny() {
    this.#isDenied = true;
    sessionStorage.removeItem(STORED);
    this.#reading?.abort();
    this.#listener.state("denied");
  }

  async #listen(opened) {
    this.#reading = new AbortController();
    const headers = this.#headers();
    if (this.#lastId !== null) headers["Last-Event-ID"] = this.#lastId;
    try {
      this.#expectWord();
      const response = await fetch("/events", {
        headers, signal: this.#reading.signal, cache: "no-store",
      });
      if (response.status === 401) return this.#deny();
      if (!response.ok) throw new Refusal(await response.text());
      opened();
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } finally {
      clearTimeout(this.#silence);
      this.#reading.abort();
    }
  }

  #expectWord() {
    const reading = this.#reading;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => reading.abort(), SILENCE);
  }

  async #read(reader) {
    let rest = "";
    let event = {};
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#expectWord();
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line !== "") {
          takeField(event, line);
        } else {
          if (event.data !== undefined) this.#heard(event);
          event = {};
        }
      }
    }
  }

  #heard(event) {
    if (event.id !== undefined) this.#lastId = event.id;
    const data = JSON.parse(event.data);
    if (event.event === "ready") {
      this.#listener.state("live");
      this.#listener.ready(data.resumed);
    } else {
      this.#listener.event(data);
    }
  }
}

function takeField(event, line) {
  const colon = line.indexOf(":");
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
  event[name] = name === "data" && event.data !== undefined ? `${event.data}\n${value}` : value;
}

/** The daemon's sentence, and whom an ambiguous name could have meant. */
function sentence(error) {
  const candidates = error.data?.candidates ?? [];
  if (candidates.length === 0) return error.message;
  return `${error.message} There are: ${candidates.map((peer) => peer.name ?? peer.id).join(", ")}.`;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until somebody sees this tab. */
function shown() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", function changed() {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", changed);
      resolve();
    });
  });
}
