"""The ride of one peer (section 24): the riders that it owns, and what it knows of everybody else's."""

import asyncio
import math
import time

import ride
from cbor import Malformed, encode
from ride import FIXED, HELP_ARRIVED, INTRODUCTION, KIND, LATEST, RIDE, ROUTE, SNAPSHOT, STATUS

NEAR = 100                              # metres: who has a flat tells help by it
HEARTBEAT, RESTS_FOR = 1, 5             # seconds
AHEAD, AGREE = 10_000, 500              # ms
STATUS_WORD = {number: word for word, number in STATUS.items()}
KIND_WORD = {number: word for word, number in KIND.items()}


def milliseconds():
    return int(time.monotonic() * 1000)


class Clock:
    """How far the times of an owner's reports are ahead of our clock, in ms (24.5)."""

    def __init__(self):
        self._ahead = self._refused = None
        self._newest = -1

    def takes(self, version, now):
        ahead = version - now
        if self._ahead is not None and ahead - self._ahead > AHEAD:
            before, self._refused = self._refused, (version, ahead)
            if before is None or version <= before[0] or abs(ahead - before[1]) > AGREE:
                return False
        self._refused = None
        if version > self._newest:
            self._newest = version
            off = ahead - self._ahead if self._ahead is not None else math.inf
            if abs(off) > 500:
                self._ahead = ahead
            elif abs(off) > 100:
                self._ahead += off / 2
            else:
                self._ahead += max(-2, min(1, off))
        return True


class Owner:
    """What one peer has said of its riders and its route since it joined."""

    def __init__(self):
        self.begins()
        self.riders, self.introduced = {}, {}   # number: Report; number: (kind, name)
        self.route = None

    def begins(self):
        """It has joined: its counts begin anew, its riders are the same."""
        self.clock, self._last, self._named = Clock(), {}, {}
        self._route_count = self.help = self.fixed = 0

    def reported(self, rider, version, report, now):
        if version <= self._last.get(rider, 0) or not self.clock.takes(version, now):
            return False
        self._last[rider] = version
        self.riders[rider] = report
        return True

    def removed(self, rider, version):
        if version < self._last.get(rider, 0):
            return False
        self._last[rider] = version
        return self.riders.pop(rider, None) is not None

    def told(self, said):
        """An introduction, a route or a snapshot."""
        for each in said.get(2, []):
            if said[1] >= self._named.get(each[1], 0):
                self._named[each[1]] = said[1]
                self.introduced[each[1]] = each[2], each[3]
        if said[0] != INTRODUCTION and said[1] >= self._route_count:
            self._route_count, self.route = said[1], said.get(3)
        if said[0] == SNAPSHOT:
            stay = {each[1] for each in said[2]}
            for rider in set(self.riders) - stay:
                if self._named.get(rider, 0) <= said[1]:
                    del self.riders[rider]


class Ride:
    def __init__(self, session):
        self._session, self._note = session, session.note
        self._began, self._count = milliseconds(), 1
        self._told = int(time.time() * 1000)    # counts of help and repairs grow over restarts
        self._own, self._route = {}, None       # number: [kind, name, Report, version, when it was where it is]
        self._removed = 0                       # the highest time of a removal
        self.owners = {}

    # What its people want

    def ride(self, rider, name, kind, report):
        before = self._own.get(rider)
        self._own[rider] = [KIND[kind], name, report, before[3] if before else self._removed, time.monotonic()]
        if not before or before[:2] != [KIND[kind], name]:
            self._count += 1
            self._tell_all({0: INTRODUCTION, 1: self._count, 2: [self._introduced(rider)]})
        self._publish(rider)

    def unride(self, rider):
        own = self._own.pop(rider)
        self._removed = max(self._removed, own[3] + 1, self._now())
        for peer in self._listeners():
            self._session.remove(peer, RIDE, rider, self._removed)

    def status(self, rider, status):
        report = self._moved(rider)
        report.status = STATUS[status]
        report.speed = 0 if status in ("breather", "flat", "helpin") else report.speed
        self._publish(rider)

    def help(self, rider):
        """Stop, and come to help."""
        self.status(rider, "helpin")
        report = self._own[rider][2]
        self._tell_all({0: HELP_ARRIVED, 4: rider, 5: self._next_told(),
                        6: ride.place(report.latitude, report.longitude)})

    def repair(self, rider, helper, by, times=1):
        """Go on, and say who has helped; the same words `times` times."""
        self.status(rider, "cruisin")
        who = {7: helper, 8: by} if helper else {}
        said = {0: FIXED, 4: rider, 5: self._next_told(), **who}
        for _ in range(times):
            self._tell_all(said)
        self._note("repaired", rider=rider, helper=helper, by=by)

    def share(self, name, closed, parts):
        """A route of points in units; None has no name."""
        self._count += 1
        self._route = None if name is None else ride.encode_route(name, closed, parts)
        self._tell_all({0: ROUTE, 1: self._count, **({3: self._route} if self._route else {})})

    def claim(self, rider, report, ahead=0, version=None):
        """One report, by a clock that is `ahead` ms ahead or of a given time; the rider itself stays as it is."""
        version = self._now() + ahead if version is None else version
        for peer in self._listeners():
            self._session.state(peer, RIDE, rider, version, ride.encode_state(report))

    def _now(self):
        """The time of a report that is made now (24.2)."""
        return milliseconds() - self._began

    def state(self):
        """All that it knows of others, for people."""
        return [{"owner": peer, "route": self._route_of(owner), "riders": [
            {"rider": rider, **dict(zip(("kind", "name"), self._who(owner, rider))), **plain(report)}
            for rider, report in sorted(owner.riders.items())]} for peer, owner in self.owners.items()]

    def _route_of(self, owner):
        route = owner.route
        return route and {"name": route[1], "closed": route[2], "parts": route[3], "hash": route[4].hex()}

    def _who(self, owner, rider):
        kind, name = owner.introduced.get(rider, (None, None))
        return KIND_WORD.get(kind), name

    # What an owner says (24.4)

    async def run(self):
        beat = 0
        while True:
            await asyncio.sleep(HEARTBEAT)
            beat += 1
            for rider, own in self._own.items():
                if own[2].speed or beat % RESTS_FOR == 0:
                    self._moved(rider)
                    self._publish(rider)

    def link_begins(self, peer):
        snapshot = {0: SNAPSHOT, 1: self._count, 2: [self._introduced(rider) for rider in sorted(self._own)]}
        if self._route:
            snapshot[3] = self._route
        self._session.send_snapshot(peer, self._count, encode(snapshot), RIDE)
        for rider in self._own:
            self._publish(rider, [peer])

    def _introduced(self, rider):
        kind, name, *_ = self._own[rider]
        return {1: rider, 2: kind, 3: name}

    def _next_told(self):
        self._told += 1
        return self._told

    def _moved(self, rider):
        """Its report, with the place to which it has ridden by now."""
        own, now = self._own[rider], time.monotonic()
        latitude, longitude = ride.moved(own[2], now - own[4])
        own[2].latitude, own[2].longitude, own[4] = round(latitude), ride.wrapped(round(longitude)), now
        return own[2]

    def _publish(self, rider, to=None):
        own = self._own[rider]
        own[3] = max(own[3] + 1, self._now())
        for peer in self._listeners() if to is None else to:
            self._session.state(peer, RIDE, rider, own[3], ride.encode_state(own[2]))

    def _listeners(self):
        return [peer for peer, pair in self._session.pairs.items()
                if pair.link and {RIDE} <= set(pair.activities) & set(self._session.activities)]

    def _tell_all(self, said):
        for peer in self._listeners():
            self._session.tell(peer, said, RIDE)

    # What it hears

    def joined(self, peer):
        self.owners.setdefault(peer, Owner()).begins()

    def left(self, peer, said_goodbye):
        if said_goodbye:
            self.owners.pop(peer, None)

    def state_came(self, peer, rider, version, body):
        if rider >= 1 << 32 or version > LATEST:
            raise Malformed("a rider, or a time, that is none")
        report = ride.decode_state(body)
        if self.owners[peer].reported(rider, version, report, milliseconds()):
            self._note("report", peer=peer, rider=rider, version=version, **plain(report))

    def removal_came(self, peer, rider, version):
        if self.owners[peer].removed(rider, version):
            self._note("removed", peer=peer, rider=rider)

    def message(self, peer, said):
        owner = self.owners[peer]
        if said[0] == HELP_ARRIVED:
            if said[5] > owner.help:
                owner.help = said[5]
                self._note("helpArrived", peer=peer, rider=said[4], place=list(said[6]))
                self._helped(peer, said[4], said[6])
        elif said[0] == FIXED:
            if said[5] > owner.fixed:
                owner.fixed = said[5]
                self._note("fixed", peer=peer, rider=said[4], helper=said.get(7), by=said.get(8))
        else:
            owner.told(said)
            self._note("rideMessage", peer=peer, kind=said[0], count=said[1],
                       riders=[[each[1], KIND_WORD[each[2]], each[3]] for each in said.get(2, [])],
                       route=3 in said)

    def _helped(self, peer, helper, where):
        for rider, own in list(self._own.items()):
            if own[2].status == STATUS["flat"] and \
                    ride.distance((own[2].latitude, own[2].longitude), where) < NEAR:
                self.repair(rider, peer, helper, times=2)


def plain(report):
    """A report for people."""
    return {"status": STATUS_WORD[report.status], "latitude": report.latitude / 1e7,
            "longitude": report.longitude / 1e7, "speed": report.speed / 1000,
            "course": None if report.course is None else report.course / 100,
            "along": None if report.along is None else report.along / 10, "backward": report.backward,
            "age": report.age, "blur": report.blur}
