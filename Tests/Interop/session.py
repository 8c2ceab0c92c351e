"""Who is joined: hellos, elections, hints, dialling, and what becomes of a member (sections 7, 12 to 14)."""

import asyncio
import collections
import ipaddress
import os
import random

import frames
import ride
import tls
from cbor import decode, encode
from discovery import Discovery, resolve
from guess import Replica
from link import Link
from ride import RIDE
from riders import Ride
from schema import guess_message

GUESS = 1
WORDS = {GUESS: "guess", RIDE: "ride"}
LOST_AFTER, SEATS, KEPT_HINTS = 8, 63, 64
BOUNDS = (0, 0.25, 0.5, 1, 2, 4, 5)
REFUSALS = {"unsupported", "identityInUse", "selfReached", "blocked", "disconnected", "wrongGroup", "full"}
HAS_LEFT = {"leaving", "unsupported", "identityInUse", "blocked", "disconnected", "wrongGroup", "full", "fault"}


class Pair:
    """This peer and one other."""

    def __init__(self, peer):
        self.peer = peer
        self.instance, self.superseded = None, []
        self.highest = 0                    # the highest election seen, or made, with this instance
        self.link = None                    # the elected one
        self.name, self.activities = None, []
        self.status, self.reason = "connecting", None
        self.adverts, self.hints, self.reached = set(), {}, None
        self.not_before = 0
        self.kick = asyncio.Event()
        self.dialling = self.timer = None


class Session:
    def __init__(self, identity, name, events, port=0, hidden=False, dials=True, listens=True, browses=True,
                 activities=(GUESS, RIDE)):
        self.identity, self.id, self.name, self._events = identity, identity.id, name, events
        self.tls = tls.context(identity)
        self.instance = os.urandom(16)
        self.pairs, self.links = {}, set()
        self.unwanted = {}                  # peer: "blocked" or "disconnected"
        self.port, self._hidden, self._dials, self._listens, self._browses = port, hidden, dials, listens, browses
        self.activities, self.heard = list(activities), collections.Counter()
        self._origin_sequences = collections.Counter()
        self._tasks = set()
        self._server = None
        self._discovery = Discovery(self._appeared, self._vanished)
        self.game, self.ride = Replica(self), Ride(self)

    def note(self, event, **facts):
        self._events(event, **facts)

    # Beginning and end

    async def start(self):
        if self._listens:
            self._server = await asyncio.start_server(self._accepted_tcp, None, self.port)
            self.port = self._server.sockets[0].getsockname()[1]
        else:
            self.port = 0
        if self._listens and not self._hidden:
            words = ",".join(WORDS[number] for number in self.activities)
            await self._discovery.publish(self.id, self.port, self.name, self.instance, words)
        if self._browses:
            self._task(self._discovery.browse())
        self._task(self.ride.run())

    async def stop(self):
        """Leave as section 12 wants it."""
        self.game.stop()
        if self._server:
            self._server.close()
        for pair in self.pairs.values():
            if pair.dialling:
                pair.dialling.cancel()
        for link in list(self.links):
            link.goodbye("leaving")
        await self._discovery.stop()
        running = [link.running for link in self.links]
        if running:
            await asyncio.wait(running, timeout=5)
        for task in self._tasks:
            task.cancel()

    def _task(self, work):
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # TCP

    async def _accepted_tcp(self, reader, writer):
        await self._run(Link(self, reader, writer, client=False))

    async def _run(self, link):
        self.links.add(link)
        link.running = asyncio.current_task()
        try:
            await link.run()
        finally:
            self.links.discard(link)

    async def dial(self, address, wanted=None):
        """Whether a link came to be elected there."""
        try:
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection(*address)
        except (OSError, TimeoutError):
            return False
        link = Link(self, reader, writer, client=True, wanted=wanted)
        link.dialled = address
        self._task(self._run(link))
        return await link.settled

    def _wants(self, pair):
        now = asyncio.get_running_loop().time()
        opening = any(link.peer == pair.peer and link.state in ("proving", "greeting", "authenticated")
                      for link in self.links)
        return not (pair.link or opening or pair.peer in self.unwanted or now < pair.not_before)

    async def _keep_dialling(self, pair):
        failures = 0
        while True:
            pair.kick.clear()
            addresses = await self._addresses(pair) if self._wants(pair) else []
            for address in addresses:
                if self._wants(pair) and await self.dial(address, pair.peer):
                    break
            failures = 0 if pair.link else failures + 1
            bound = BOUNDS[min(failures, len(BOUNDS) - 1)]
            delay = None if pair.link else max(0.05, random.uniform(0, bound))
            try:
                async with asyncio.timeout(delay):
                    await pair.kick.wait()
                failures = 0
            except TimeoutError:
                pass

    async def _addresses(self, pair):
        found = []
        for where in list(pair.adverts):
            found += await resolve(where)
        for endpoints in pair.hints.values():
            found += endpoints
        if pair.reached:
            found.append(pair.reached)
        return sorted(set(found), key=lambda each: (each[0].startswith("fe80"), ":" in each[0]))

    def _target(self, peer):
        pair = self.pairs.setdefault(peer, Pair(peer))
        if self._dials and pair.dialling is None:
            pair.dialling = self._task(self._keep_dialling(pair))
        return pair

    # Adverts

    def _appeared(self, peer, where):
        if peer != self.id:
            pair = self._target(peer)
            pair.adverts.add(where)
            pair.kick.set()
            self.note("advert", peer=peer)

    def _vanished(self, peer, where):
        if peer in self.pairs:
            self.pairs[peer].adverts.discard(where)

    # Opening and election

    def hello_to(self, peer):
        pair = self.pairs.get(peer)
        hello = {1: 0, 2: 0, 3: self.name, 4: self.instance, 5: self.activities, 6: self.port}
        if pair and pair.link and peer < self.id:
            hello[7] = pair.link.number     # the arbiter says none
        return hello

    def judge_peer(self, link):
        """Why a peer is not wanted, whatever it may say (7.3), as the goodbye's arguments; None if it may go on."""
        pair = self.pairs.get(link.peer)
        if link.wanted not in (None, link.peer):
            return ("unexpectedPeer",)
        if link.peer in self.unwanted:
            return (self.unwanted[link.peer],)
        joined = sum(1 for other in self.pairs.values() if other.status in ("joined", "suspect"))
        if joined >= SEATS and not (pair and pair.status in ("joined", "suspect")):
            return ("full", 30_000)
        return None

    def judge(self, link):
        """Why a hello is not accepted (7.3), as the goodbye's arguments; None if it is."""
        hello, pair = link.hello, self.pairs.get(link.peer)
        if link.peer == self.id:
            return ("selfReached",) if link.instance == self.instance else ("identityInUse",)
        if hello[1] > 0:
            return ("unsupported",)
        if pair and link.instance in pair.superseded:
            return ("identityInUse",)
        return self.judge_peer(link)

    def accepted(self, link):
        pair = self.pairs.setdefault(link.peer, Pair(link.peer))
        if pair.instance != link.instance:
            if pair.instance is not None:
                self._restarted(pair)
            pair.instance, pair.highest, pair.not_before = link.instance, 0, 0
        pair.name, pair.activities = link.hello[3], link.hello[5]
        self.game.named(link.peer, pair.name)
        port = link.hello[6]
        pair.reached = link.dialled if link.client else (link.address[0], port) if port else None
        if self.id < link.peer:
            held = link.hello.get(7)
            if pair.link and held == pair.link.number:
                link.goodbye("duplicate")
                return
            number = max(pair.highest, held or 0) + 1
            link.send(frames.ELECT, {1: number})
            self._elected(pair, link, number)

    def _restarted(self, pair):
        pair.superseded = (pair.superseded + [pair.instance])[-8:]
        old, pair.link = pair.link, None
        for link in list(self.links):
            if link.instance == pair.instance and link.peer == pair.peer:
                link.goodbye("duplicate")
        if old or pair.status in ("joined", "suspect"):
            self._lost(pair, "restarted")

    def elect_came(self, link, number):
        pair = self.pairs[link.peer]
        if self.id < link.peer:
            raise frames.Malformed("an elect to the arbiter")
        if link.instance != pair.instance or number <= pair.highest:
            link.goodbye("duplicate")
            return
        self._elected(pair, link, number)

    def _elected(self, pair, link, number):
        old, pair.link, pair.highest = pair.link, link, number
        link.elected(number)
        if old:
            old.goodbye("duplicate")
        if pair.timer:
            pair.timer.cancel()
            pair.timer = None
        before, pair.status, pair.reason = pair.status, "joined", None
        self.note("link", peer=link.peer, number=number, client=link.client, arbiter=self.id < link.peer)
        link.ping()
        hints = [hint for hint in map(self._hint, self.pairs.values()) if hint[1] != link.peer and hint[2]]
        if hints:
            link.send(frames.MEMBERS, {1: hints[:64]})
        if before not in ("joined", "suspect"):
            self.note("joined", peer=link.peer, name=pair.name)
            self.ride.joined(link.peer)
            self._tell_others(pair)
        elif before == "suspect":
            self.note("recovered", peer=link.peer)
        if link.said != self.activities:
            self._say_profile(link)
        self.game.link_begins(link.peer)
        if {RIDE} <= set(pair.activities) & set(self.activities):
            self.ride.link_begins(link.peer)

    # What becomes of a member

    def link_ended(self, link, state, side, reason, retry):
        self.note("ended", peer=link.peer, state=state, side=side, reason=reason, client=link.client)
        pair = self.pairs.get(link.peer)
        if pair is None:
            return
        if reason in REFUSALS or retry:
            pair.not_before = asyncio.get_running_loop().time() + (retry / 1000 or 3600)
        if pair.link is not link:
            if reason in REFUSALS and pair.link is None and pair.status != "suspect":
                pair.status, pair.reason = "refused", reason
            return
        pair.link = None
        if reason in HAS_LEFT:
            if reason == "leaving":
                pair.not_before = max(pair.not_before, asyncio.get_running_loop().time() + 2)
            self._lost(pair, reason)
            return
        pair.status = "suspect"
        if reason != "duplicate":
            self.note("suspect", peer=link.peer)
        pair.timer = asyncio.get_running_loop().call_later(LOST_AFTER, self._lost, pair, "silence")
        pair.kick.set()

    def _lost(self, pair, reason):
        if pair.timer:
            pair.timer.cancel()
            pair.timer = None
        pair.status, pair.reason = ("refused" if reason in REFUSALS else "lost"), reason
        self.note("lost", peer=pair.peer, reason=reason)
        for other in self.pairs.values():
            other.hints.pop(pair.peer, None)
        self._tell_others(pair)
        self.game.left(pair.peer)
        self.ride.left(pair.peer, reason in HAS_LEFT)

    # Members and profiles

    def _hint(self, pair):
        endpoints = []
        if pair.link and pair.reached:
            address = ipaddress.ip_address(pair.reached[0].partition("%")[0])
            address = getattr(address, "ipv4_mapped", None) or address
            if not (address.is_link_local or address.is_loopback):
                endpoints = [[address.packed, pair.reached[1]]]
        return {1: pair.peer, 2: endpoints}

    def _tell_others(self, pair):
        for other in self.pairs.values():
            if other is not pair and other.link:
                other.link.send(frames.MEMBERS, {1: [self._hint(pair)]})

    def members_came(self, link, hints):
        for hint in hints:
            peer = hint[1]
            if peer in (self.id, link.peer):
                continue
            kept = sum(1 for pair in self.pairs.values() if link.peer in pair.hints)
            if not hint[2]:
                if peer in self.pairs:
                    self.pairs[peer].hints.pop(link.peer, None)
            elif kept < KEPT_HINTS:
                pair = self._target(peer)
                pair.hints[link.peer] = [(str(ipaddress.ip_address(address)), port) for address, port in hint[2]]
                pair.kick.set()
        self.note("members", peer=link.peer, hints=[{"peer": hint[1], "endpoints": len(hint[2])} for hint in hints])

    def profile_came(self, link, profile):
        pair = self.pairs[link.peer]
        before, pair.name, pair.activities = pair.activities, profile[1], profile[2]
        self.game.named(link.peer, profile[1])
        if RIDE in pair.activities and RIDE not in before and RIDE in self.activities:
            self.ride.link_begins(link.peer)
        self.note("renamed", peer=link.peer, name=profile[1])

    def rename(self, name):
        self.name = name
        self._say_profiles()

    def take_part(self, activities):
        self.activities = activities
        self._say_profiles()

    def _say_profiles(self):
        for pair in self.pairs.values():
            if pair.link:
                self._say_profile(pair.link)

    def _say_profile(self, link):
        link.send(frames.PROFILE, {1: self.name, 2: self.activities})

    # Activities

    def activity_came(self, link, number, body):
        if self._hears("activity", number):
            if number == GUESS:
                self.game.message(link.peer, guess_message(decode(body), snapshot=False))
            else:
                self.ride.message(link.peer, ride.message(body, snapshot=False))

    def snapshot_came(self, link, number, data):
        if self._hears("snapshot", number):
            if number == GUESS:
                self.game.snapshot(link.peer, guess_message(decode(data), snapshot=True))
            else:
                self.ride.message(link.peer, ride.message(data, snapshot=True))

    def state_came(self, link, number, key, version, body):
        if self._hears("state", number) and number == RIDE:
            self.ride.state_came(link.peer, key, version, body)

    def removal_came(self, link, number, key, version):
        if self._hears("removal", number) and number == RIDE:
            self.ride.removal_came(link.peer, key, version)

    def _hears(self, what, number):
        self.heard[f"{what} {number}"] += 1
        return number in self.activities

    def tell(self, peer, body, activity=GUESS):
        """Send a message of an activity: a value, or bytes for what no proper peer would say."""
        pair = self.pairs.get(peer)
        if pair and pair.link:
            self._origin_sequences[activity] += 1
            body = body if isinstance(body, bytes) else encode(body)
            pair.link.send(frames.ACTIVITY, {1: activity, 2: self.id, 3: self._origin_sequences[activity], 4: body})

    def tell_all(self, body):
        for peer in list(self.pairs):
            self.tell(peer, body)

    def send_snapshot(self, peer, version, data, activity=GUESS):
        self.pairs[peer].link.snapshot(activity, version, data)

    def state(self, peer, activity, key, version, body):
        self.pairs[peer].link.send(frames.KEYED, {1: activity, 2: key, 3: version, 4: body})

    def remove(self, peer, activity, key, version):
        self.pairs[peer].link.send(frames.REMOVAL, {1: activity, 2: key, 3: version})
