"""A peer of the Paceline protocol as a command, written from Protocol.md alone.

It says what happens as one JSON object a line on standard output, and takes commands, one JSON object a line, on
standard input; when that ends, it leaves. PeerIDs are written as labels.

  {"do": "guess", "number": 50}            {"do": "withdraw"}
  {"do": "new", "secret": 42, "auto": true}
  {"do": "answer", "answer": "lower"}      {"do": "cancel"}
  {"do": "invent", "rounds": 1000}         a game that is long, with guesses that nobody made
  {"do": "state"}                          answered by {"event": "state", ...}
  {"do": "name", "name": "mary"}
  {"do": "connect", "address": "10.77.0.1", "port": 7433, "times": 2}
  {"do": "block", "peer": LABEL}
  {"do": "goodbye", "peer": LABEL, "reason": "disconnected"}
  {"do": "raw", "peer": LABEL, "hex": "..."}   bytes that no proper peer would send
  {"do": "frame", "peer": LABEL, "kind": 11, "hex": "..."}    a frame with this payload, numbered as it must be
  {"do": "tell", "peer": LABEL, "hex": "..."}  the body of a message of the game
  {"do": "lie", "peer": LABEL}             tell this peer an event that nobody else hears
  {"do": "cut", "peer": LABEL}             as if the cable were cut
"""

import argparse
import asyncio
import json
import os
import sys

from identity import Identity, from_label, label
from session import Session


def say(event, **facts):
    def plain(value):
        if isinstance(value, bytes):
            return label(value) if len(value) == 32 else value.hex()
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return [plain(item) for item in value] if isinstance(value, list) else value
    print(json.dumps({"event": event, **plain(facts)}), flush=True)


def state(session):
    return {"peers": [{"id": pair.peer, "name": pair.name, "state": pair.status, "reason": pair.reason,
                       "number": pair.link.number if pair.link else None}
                      for pair in session.pairs.values()],
            "links": len(session.links), "game": session.game.state()}


def carry_out(session, command):
    what, game = command.pop("do"), session.game
    link = None
    if "peer" in command:
        pair = session.pairs.get(from_label(command["peer"]))
        link = pair and pair.link
    if what == "guess":
        game.guess(command["number"])
    elif what == "withdraw":
        game.withdraw()
    elif what == "new":
        game.new(command["secret"], command.get("auto", False))
    elif what == "answer":
        game.answer(command["answer"])
    elif what == "cancel":
        game.cancel()
    elif what == "invent":
        game.invent(command["rounds"])
    elif what == "state":
        say("state", **state(session))
    elif what == "name":
        session.rename(command["name"])
    elif what == "connect":
        for _ in range(command.get("times", 1)):
            session._task(session.dial((command["address"], command["port"])))
    elif what == "block":
        session.unwanted[from_label(command["peer"])] = "blocked"
    elif what == "goodbye" and link:
        if command["reason"] in ("blocked", "disconnected"):
            session.unwanted[link.peer] = command["reason"]
        link.goodbye(command["reason"])
    elif what == "raw" and link:
        link.raw(bytes.fromhex(command["hex"]))
    elif what == "frame" and link:
        link.frame(command["kind"], bytes.fromhex(command["hex"]))
    elif what == "tell" and link:
        session.tell(link.peer, bytes.fromhex(command["hex"]))
    elif what == "lie" and link:
        game.lie(link.peer)
    elif what == "cut" and link:
        link.cut()
    else:
        say("no", why=f"{what} can't be done")


async def serve(options):
    identity = Identity.load_or_make(options.state)
    session = Session(identity, options.name, say, port=options.port, hidden=options.hidden,
                      dials=not options.no_dial, listens=not options.no_listen, browses=not options.no_browse)
    await session.start()
    say("ready", id=identity.id, port=session.port, pid=os.getpid())
    reader = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    try:
        while line := await reader.readline():
            carry_out(session, json.loads(line))
    finally:
        await session.stop()
        say("stopped")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", required=True, metavar="DIR", help="where the identity is kept")
    parser.add_argument("--name", required=True)
    parser.add_argument("--port", type=int, default=7433)
    parser.add_argument("--hidden", action="store_true", help="do not advertise")
    parser.add_argument("--no-listen", action="store_true", help="accept nothing, and advertise nothing")
    parser.add_argument("--no-dial", action="store_true", help="wait to be dialled")
    parser.add_argument("--no-browse", action="store_true", help="do not look for adverts")
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
