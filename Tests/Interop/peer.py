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
  {"do": "tell", "peer": LABEL, "hex": "...", "activity": 1}     the body of a message of an activity
  {"do": "lie", "peer": LABEL}             tell this peer an event that nobody else hears
  {"do": "cut", "peer": LABEL}             as if the cable were cut

  {"do": "ride", "rider": 1, "name": "Pia", "kind": "simulant", "latitude": 37.3, "longitude": -122.0,
   "status": "cruisin", "speed": 5, "course": 90, "along": 12.5, "backward": false, "age": 3, "blur": 300}
                                           a rider is here from now on, and goes on; status and all behind may miss
  {"do": "claim", ..., "ahead": 11000}     one report like that by a clock that is so many ms ahead, or of "version"
  {"do": "flood", "first": 1, "count": 1024, ...}    one report like that of each of so many riders
  {"do": "status", "rider": 0, "status": "flat"}
  {"do": "help", "rider": 0}               it stops, and comes to help
  {"do": "repair", "rider": 0, "helper": LABEL, "by": 0, "times": 2}
  {"do": "unride", "rider": 1}
  {"do": "route", "name": "loop", "closed": true, "parts": [[[37.3, -122.0], ...], ...]}   without a name: none
  {"do": "riders"}                         answered by {"event": "riders", "owners": [...]}
  {"do": "activities", "list": [1, 2]}
"""

import argparse
import asyncio
import json
import os
import sys

from identity import Identity, from_label, label
from ride import STATUS, Report, units
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
            "links": len(session.links), "heard": dict(session.heard), "game": session.game.state()}


def report(command):
    """What a command says of a rider."""
    def scaled(key, by):
        return None if command.get(key) is None else round(command[key] * by)
    return Report(STATUS[command.get("status", "cruisin")], units(command["latitude"]), units(command["longitude"]),
                  scaled("speed", 1000) or 0, scaled("course", 100), scaled("along", 10),
                  command.get("backward", False), scaled("age", 1000), scaled("blur", 1))


def carry_out_ride(ride, what, command):
    """Whether it was a command of the ride."""
    if what == "ride":
        ride.ride(command["rider"], command["name"], command["kind"], report(command))
    elif what == "claim":
        ride.claim(command["rider"], report(command), command.get("ahead", 0), command.get("version"))
    elif what == "flood":
        for rider in range(command["first"], command["first"] + command["count"]):
            ride.claim(rider, report(command))
    elif what == "status":
        ride.status(command["rider"], command["status"])
    elif what == "help":
        ride.help(command["rider"])
    elif what == "repair":
        helper = command.get("helper")
        ride.repair(command["rider"], helper and from_label(helper), command.get("by"), command.get("times", 1))
    elif what == "unride":
        ride.unride(command["rider"])
    elif what == "route":
        parts = [[(units(latitude), units(longitude)) for latitude, longitude in part]
                 for part in command.get("parts", [])]
        ride.share(command.get("name"), command.get("closed"), parts)
    elif what == "riders":
        say("riders", owners=ride.state())
    else:
        return False
    return True


def carry_out(session, command):
    what, game = command.pop("do"), session.game
    link = None
    if carry_out_ride(session.ride, what, command):
        return
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
    elif what == "activities":
        session.take_part(command["list"])
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
        session.tell(link.peer, bytes.fromhex(command["hex"]), command.get("activity", 1))
    elif what == "lie" and link:
        game.lie(link.peer)
    elif what == "cut" and link:
        link.cut()
    else:
        say("no", why=f"{what} can't be done")


async def serve(options):
    identity = Identity.load_or_make(options.state)
    session = Session(identity, options.name, say, port=options.port, hidden=options.hidden,
                      dials=not options.no_dial, listens=not options.no_listen, browses=not options.no_browse,
                      activities=[int(number) for number in options.activities.split(",")])
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
    parser.add_argument("--activities", default="1,2", metavar="N,N", help="what it lists, and takes part in")
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
