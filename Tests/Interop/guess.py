"""The secret-number game (section 16): the log and its hashes, a host, a guesser, and the check of a reveal."""

import hashlib
import os
import struct
import time

from cbor import Malformed, encode

EVENT, GUESS, WITHDRAW, REFUSED, HEAD, SUPERSEDED, SNAPSHOT = range(1, 8)
NEW_GAME, GUESSED, ANSWERED, OVER, ENDED = range(1, 6)
ANSWERS = {"correct": 1, "greater": 2, "lower": 3}
WORDS = {number: word for word, number in ANSWERS.items()}
TAKEN_BACK, LONGEST, NO_GUESS_FROM, ORDINALS_AHEAD = 5, 4096, 4094, 1 << 24
FORMER_INSTANCE = 10


def event_hash(event):
    return hashlib.sha256(encode(event)).digest()


def commitment(game, host, low, high, salt, secret):
    return hashlib.sha256(b"paceline guess commitment 1" + game + host + struct.pack(">II", low, high) + salt
                          + struct.pack(">I", secret)).digest()


def key_of(event):
    return event[2], event[3], event[1]


def better(one, other):
    return (-one[0], *one[1:]) < (-other[0], *other[1:])


class Log:
    """The events of one game, and what follows from them. `append` holds the rules of 16.2."""

    def __init__(self):
        self.events, self.hashes, self.waiting, self._tokens = [], [], {}, set()
        self.ended, self._winner = False, None

    @property
    def key(self):
        return key_of(self.events[0])

    @property
    def host(self):
        return self.events[0][3]

    def broken_rule(self, event):
        kind, number = event[0], event[4]
        if number != len(self.events) or (number == 0) != (kind == NEW_GAME):
            return "out of place"
        if number == 0:
            return None if event[5] == bytes(32) else "a first event after another"
        if key_of(event) != self.key or event[5] != self.hashes[-1]:
            return "of another log"
        if self.ended or number >= LONGEST:
            return "after the end"
        if (kind == OVER) != (self._winner is not None) or kind == OVER and event[11] != self._winner:
            return "over and correct go together"
        if kind == GUESSED:
            guesser = event[11]
            if guesser == self.host or (guesser, event[13]) in self._tokens:
                return "a guess of the host, or a token twice"
            if any(one == guesser for one, _ in self.waiting.values()):
                return "a second guess that waits"
            if not self.events[0][7] <= event[12] <= self.events[0][8]:
                return "out of range"
        if (kind == ANSWERED or kind == ENDED and event[16] == TAKEN_BACK) and event[14] not in self.waiting:
            return "no such guess waits"
        return None

    def append(self, event):
        rule = self.broken_rule(event)
        if rule:
            raise Malformed(rule)
        kind = event[0]
        if kind == GUESSED:
            self._tokens.add((event[11], event[13]))
            self.waiting[event[4]] = event[11], event[12]
        elif kind == ANSWERED:
            guesser, _ = self.waiting.pop(event[14])
            self._winner = guesser if event[15] == ANSWERS["correct"] else None
        elif kind == ENDED and event[16] == TAKEN_BACK:
            del self.waiting[event[14]]
        elif kind != NEW_GAME:
            self.ended = True
        self.events.append(event)
        self.hashes.append(event_hash(event))

    def find(self, guesser, token):
        return next((event for event in self.events
                     if event[0] == GUESSED and (event[11], event[13]) == (guesser, token)), None)

    def verdict(self):
        """(True, None) or (False, why) when a reveal was checked (16.10), None where there is none."""
        reveal = self.events[-1].get(17) if self.ended else None
        if reveal is None:
            return None
        first, secret = self.events[0], reveal[0]
        if commitment(first[1], first[3], first[7], first[8], reveal[1], secret) != first[9]:
            return False, "the commitment does not fit"
        if not first[7] <= secret <= first[8]:
            return False, "the secret is out of range"
        for event in self.events:
            if event[0] == ANSWERED and event[15] != true_answer(self.events[event[14]][12], secret):
                return False, f"the answer to event {event[14]} is false"
        return True, None


def true_answer(number, secret):
    return ANSWERS["correct" if number == secret else "greater" if secret > number else "lower"]


class Replica:
    def __init__(self, session):
        self._session, self._me = session, session.id
        self._note, self._names = session.note, {}
        self.log, self.over_because = None, None
        self._host_here = False
        self._highest = 0
        self._held_key, self._held = None, {}
        self._claims = {}
        self._arrived = {}                  # when each member joined, in its present instance
        self._pending = None                # {game, token, withdrawn}
        self._secret = self._salt = None
        self._auto = False

    # For people

    @property
    def hosts(self):
        return self.log is not None and self.log.host == self._me

    @property
    def runs(self):
        return self.log is not None and not self.log.ended and self.over_because is None

    def new(self, secret, auto=False, low=1, high=100):
        if self.runs and self._here():
            return self._note("no", why="a game runs")
        game, self._salt, self._secret, self._auto = os.urandom(16), os.urandom(32), secret, auto
        self._highest += 1
        self._show(Log(), True)
        self._add(NEW_GAME, {1: game, 2: self._highest, 3: self._me, 7: low, 8: high, 10: self._session.name,
                             9: commitment(game, self._me, low, high, self._salt, secret)})

    def guess(self, number):
        if not self.runs or self.hosts or self._pending:
            return self._note("no", why="nothing to guess, or a guess waits")
        self._pending = {"game": self.log.key[2], "token": int.from_bytes(os.urandom(8), "big"),
                         "number": number, "withdrawn": False}
        self._send_pending()

    def withdraw(self):
        if self._pending:
            self._pending["withdrawn"] = True
            self._session.tell(self.log.host, {0: WITHDRAW, 2: self._pending["game"], 5: self._pending["token"]})

    def answer(self, word):
        if not (self.hosts and self.runs and self.log.waiting):
            return self._note("no", why="no guess waits here")
        number = min(self.log.waiting)
        guesser = self.log.waiting[number][0]
        self._add(ANSWERED, {14: number, 15: ANSWERS[word]})
        if word == "correct":
            self._add(OVER, {11: guesser, 17: self._reveal()})

    def invent(self, rounds):
        """Guesses in nobody's name, each with its true answer: what makes a log long, for tests."""
        wrong = 1 if self._secret != 1 else 2
        for round in range(rounds):
            self._add(GUESSED, {10: "nobody", 11: bytes(32), 12: wrong, 13: round})
            self._add(ANSWERED, {14: len(self.log.events) - 1, 15: true_answer(wrong, self._secret)})

    def cancel(self, reason=1):
        if self.hosts and self.runs:
            self._add(ENDED, {16: reason, 17: self._reveal()})

    def stop(self):
        self.cancel(2)

    def state(self):
        events = [self._readable(event) for event in self.log.events] if self.log else []
        return {"events": events, "runs": self.runs, "overBecause": self.over_because,
                "verified": (self.log.verdict() or (None,))[0] if self.log else None}

    # The host

    def _reveal(self):
        return {0: self._secret, 1: self._salt}

    def lie(self, peer):
        self._session.tell(peer, {0: EVENT, 1: self._next(GUESSED, {10: "nobody", 11: bytes(32), 12: 1, 13: 1})})

    def _next(self, kind, facts):
        event = {0: kind, **facts, 4: len(self.log.events), 6: time.time_ns() // 1_000_000,
                 5: self.log.hashes[-1] if self.log.hashes else bytes(32)}
        if self.log.events:
            event.update({1: self.log.key[2], 2: self.log.key[0], 3: self._me})
        return event

    def _add(self, kind, facts):
        event = self._next(kind, facts)
        self.log.append(event)
        self._session.tell_all({0: EVENT, 1: event})
        self._appended(event)

    def _guess_came(self, sender, message):
        def refuse(why):
            self._session.tell(sender, {0: REFUSED, 2: message[2], 5: message[5], 7: why})
        if not self.hosts or self.log.key[2] != message[2]:
            return refuse(2)
        known = self.log.find(sender, message[5])
        if known:
            return self._session.tell(sender, {0: EVENT, 1: known})
        if not self.runs:
            return refuse(2)
        if not self.log.events[0][7] <= message[6] <= self.log.events[0][8]:
            return refuse(1)
        if any(guesser == sender for guesser, _ in self.log.waiting.values()):
            return refuse(3)
        if len(self.log.events) >= NO_GUESS_FROM:
            refuse(4)
            return self.cancel(4)
        self._add(GUESSED, {10: self._names.get(sender, "?"), 11: sender, 12: message[6], 13: message[5]})
        if self._auto:
            self.answer(WORDS[true_answer(message[6], self._secret)])

    def _withdraw_came(self, sender, message):
        if not (self.hosts and self.runs and self.log.key[2] == message[2]):
            return
        known = self.log.find(sender, message[5])
        if known and known[4] in self.log.waiting:
            self._add(ENDED, {14: known[4], 16: TAKEN_BACK})

    # What is heard of members

    def named(self, peer, name):
        self._names[peer] = name

    def link_begins(self, peer):
        self._arrived.setdefault(peer, time.monotonic())
        if self.log:
            self._session.tell(peer, self._head(len(self.log.events) - 1))
            if self.hosts:
                data = encode({0: SNAPSHOT, 11: self.log.events})
                self._session.send_snapshot(peer, len(self.log.events), data)

    def left(self, peer):
        self._arrived.pop(peer, None)
        self._claims = {sender: claim for sender, claim in self._claims.items()
                        if peer not in (sender, claim["key"][1])}
        if self.log and self.log.host == peer:
            self._host_here = False
            if self.runs:
                self._end("the host has left")

    # Messages

    def message(self, sender, message):
        kind = message[0]
        ordinal = message[1][2] if kind == EVENT else message.get(3)
        if ordinal is not None and not self._heard_of(ordinal):
            return
        if kind == EVENT:
            self._event_came(sender, message[1])
        elif kind == GUESS:
            self._guess_came(sender, message)
        elif kind == WITHDRAW:
            self._withdraw_came(sender, message)
        elif kind == REFUSED:
            if self._pending and (self._pending["game"], self._pending["token"]) == (message[2], message[5]):
                self._pending = None
                self._note("refusedGuess", why=message[7])
        elif kind == HEAD:
            self._head_came(sender, message)
        elif kind == SUPERSEDED:
            if self.hosts and self.runs and better((message[3], message[4], message[2]), self.log.key):
                self.cancel(3)

    def _heard_of(self, ordinal):
        if ordinal > self._highest + ORDINALS_AHEAD:
            return False
        self._highest = max(self._highest, ordinal)
        return True

    def _event_came(self, sender, event):
        if sender != event[3]:
            return
        number, key = event[4], key_of(event)
        if self.log and key == self.log.key:
            if self.over_because == "two stories":
                return
            self._host_here = True
            if number > len(self.log.events):
                self._hold(key, event)
            elif number < len(self.log.events):
                if event_hash(event) != self.log.hashes[number]:
                    self._two_stories(number)
            elif event[5] != self.log.hashes[-1]:
                self._two_stories(number - 1)
            else:
                self.log.append(event)
                self._appended(event)
                self._use_held()
        elif self._preferred(key):
            if number:
                self._hold(key, event)
            else:
                log = Log()
                log.append(event)
                self._show(log, True)
                self._appended(event)
                self._use_held()
        elif event[0] not in (OVER, ENDED) or event.get(16) == TAKEN_BACK:
            self._session.tell(sender, self._superseded())

    def snapshot(self, sender, message):
        log = Log()
        for event in message[11]:
            log.append(event)
        if not log.events:
            raise Malformed("a snapshot without an event")
        if sender != log.host or not self._heard_of(log.key[0]):
            return
        if self.log and log.key == self.log.key:
            self._same_snapshot(log)
        elif self._preferred(log.key):
            self._show(log, True)
            self._note("snapshot", events=len(log.events))
            for event in log.events:
                self._appended(event)
        elif not log.ended:
            self._session.tell(sender, self._superseded())
        self._use_held()
        self._send_pending()

    def _same_snapshot(self, log):
        if self.over_because == "two stories":
            return
        common = min(len(log.events), len(self.log.events)) - 1
        if log.hashes[common] != self.log.hashes[common]:
            return self._two_stories(common)
        self._host_here, self.over_because = True, None
        for event in log.events[common + 1:]:
            self.log.append(event)
            self._appended(event)

    def _head_came(self, sender, message):
        key = message[3], message[4], message[2]
        if self.log and self.runs and self.log.host == sender and key != self.log.key and better(key, self.log.key):
            self._end("its host follows another game")
        if self.log and key == self.log.key and not self.hosts and message[8] >= len(self.log.events):
            self._session.tell(sender, self._head(len(self.log.events) - 1))
        self._claims[sender] = {"key": key, "number": message[8], "hash": message[9], "here": message[10],
                                "at": time.monotonic()}
        self._compare()

    # The shown game

    def _here(self):
        return self.hosts or self._host_here

    def _preferred(self, key):
        return self.log is None or not self._here() or better(key, self.log.key)

    def _show(self, log, here):
        self.cancel(3)
        if self.runs and self._host_here and not self.hosts:
            ordinal, host, game = log.key
            self._session.tell(self.log.host, {0: SUPERSEDED, 2: game, 3: ordinal, 4: host})
        self.log, self._host_here, self.over_because, self._pending = log, here, None, None

    def _appended(self, event):
        self._note("game", **self._readable(event))
        pending = self._pending
        if pending and event[0] in (ANSWERED, ENDED) and 14 in event:
            guess = self.log.events[event[14]]
            if guess[11] == self._me and guess[13] == pending["token"]:
                self._pending = None
        if self.log.ended:
            self._pending = None
            self._session.tell_all(self._head(event[4]))
            verdict = self.log.verdict()
            if verdict:
                self._note("verdict", verified=verdict[0], why=verdict[1])
        self._compare()

    def _end(self, why):
        self.over_because, self._pending = why, None
        self._note("over", why=why)

    def _hold(self, key, event):
        if key != self._held_key:
            if self._held_key and not better(key, self._held_key):
                return
            self._held_key, self._held = key, {}
        if len(self._held) < LONGEST:
            self._held[event[4]] = event

    def _use_held(self):
        if self.log and self._held_key == self.log.key:
            held, self._held_key, self._held = self._held, None, {}
            for number in sorted(held):
                self._event_came(self.log.host, held[number])

    def _compare(self):
        for claim in self._claims.values():
            if not self.log or self.hosts or self.over_because == "two stories":
                return
            number = claim["number"]
            if claim["key"] == self.log.key:
                if number < len(self.log.events) and claim["hash"] != self.log.hashes[number]:
                    self._two_stories(number)
            elif (claim["key"][:2] == self.log.key[:2] and claim["here"] and self._here()
                  and claim["at"] - self._arrived.get(self.log.host, claim["at"]) >= FORMER_INSTANCE):
                self._two_stories(len(self.log.events) - 1)

    def _two_stories(self, number):
        self._end("two stories")
        self._session.tell_all(self._head(number))

    def _head(self, number):
        ordinal, host, game = self.log.key
        return {0: HEAD, 2: game, 3: ordinal, 4: host, 8: number, 9: self.log.hashes[number], 10: self._here()}

    def _superseded(self):
        ordinal, host, game = self.log.key
        return {0: SUPERSEDED, 2: game, 3: ordinal, 4: host}

    def _send_pending(self):
        """Send the pending guess, or its withdrawal, unless the log shows that it came."""
        pending = self._pending
        if not pending or not self.log:
            return
        known = self.log.find(self._me, pending["token"])
        if pending["withdrawn"]:
            if known is None:
                self._pending = None
            elif known[4] in self.log.waiting:
                self.withdraw()
        elif known is None:
            self._session.tell(self.log.host, {0: GUESS, 2: pending["game"], 5: pending["token"],
                                               6: pending["number"]})

    def _readable(self, event):
        kind = {NEW_GAME: "newGame", GUESSED: "guess", ANSWERED: "answer", OVER: "over",
                ENDED: "withdrawn" if event.get(16) == TAKEN_BACK else "cancelled"}[event[0]]
        facts = {"kind": kind, "number": event[4], "host": event[3], "ended": self.log.ended}
        if kind == "guess":
            facts.update(guess=event[12], guesser=event[11])
        if kind == "answer":
            facts.update(answer=WORDS[event[15]], to=event[14], guesser=self.log.events[event[14]][11])
        if kind == "over":
            facts.update(winner=event[11])
        if kind == "cancelled":
            facts.update(reason=event[16])
        return facts
