"""Runs the Python peer against real daemons, and says `N passed, M failed`.

    scripts/lan run 3 --names ada,bob,eve -- /usr/bin/python3 Tests/Interop/run.py [WORD...]

Daemons run on ada and bob, Python peers on eve. PACELINE_BIN is the folder of the built programs, .build/debug of
the checkout by default. Without PACELINE_LAN it makes the LAN itself. Given words, it runs the tests whose names
have one of them.
"""

import datetime
import hashlib
import json
import os
import re
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import cbor
import frames
import lab as labs
import ride
from identity import SPKI_HEAD, Identity, from_label, label
from guess import commitment, event_hash
from ridetests import RideTests

PROTOCOL = os.path.join(labs.ROOT, "Protocol.md")
DIAL_ANEW = 1     # seconds: a link on this LAN is there in a tenth of that, or was reset
SILENT = ("--hidden", "--no-listen", "--no-browse", "--no-dial")    # joins only whom it is told to


class Tests(RideTests):
    """One lab; `ada` and `bob` are daemons that most tests share."""

    def __init__(self, lab):
        self.lab = lab
        self.ada = self.bob = None

    def daemons(self, *but):
        """Both, joined, with no game running and no Python peer about."""
        self.lab.stop_all(but=(self.ada, self.bob, *but))
        if self.ada not in self.lab.running or self.bob not in self.lab.running:
            self.lab.stop_all(but)
            self.ada, self.bob = labs.Daemon(self.lab, "ada"), labs.Daemon(self.lab, "bob")
        self.ada.sees(self.bob, state="joined")
        self.bob.sees(self.ada, state="joined")
        for daemon in (self.ada, self.bob):
            if daemon.paceline("game", "status")["role"] == "host":
                daemon.paceline("game", "cancel")
        return self.ada, self.bob

    def peer(self, name, *options, **how):
        return labs.Peer(self.lab, "eve", name, *options, **how)

    def dial(self, peer, daemon, times=1):
        return peer.do("connect", address={"ada": "10.77.0.1", "bob": "10.77.0.2"}[daemon.host], port=7433,
                       times=times)

    def relink(self, peer, daemon):
        """Dials until there is a link.

        A daemon takes ten connections a second from one address and resets the others (section 4).
        """
        end = time.monotonic() + labs.DEADLINE
        while True:
            mark = self.dial(peer, daemon)
            try:
                return peer.wait(mark, DIAL_ANEW, event="link", peer=daemon.id)
            except AssertionError:
                if time.monotonic() > end:
                    raise

    def silent(self, name, *daemons, options=(), **how):
        """A peer that dials these daemons once, and is known to nobody else."""
        peer = self.peer(name, *SILENT, *options, **how)
        for daemon in daemons:
            self.dial(peer, daemon)
        peer.joined(*daemons)
        return peer

    def identity(self, fits):
        folder = self.lab.folder("identity")
        Identity.load_or_make(folder, fits)
        return folder

    def lowest(self):
        return self.identity(lambda peer: peer < min(from_label(self.ada.id), from_label(self.bob.id)))

    def highest(self):
        return self.identity(lambda peer: peer > max(from_label(self.ada.id), from_label(self.bob.id)))

    # The bytes of Protocol.md

    def test_the_protocols_bytes_are_read_and_written_alike(self):
        goldens = dict(blocks("golden"))
        assert len(goldens) > 20
        for name, text in goldens.items():
            data = bytes.fromhex(text)
            cutter = frames.Cutter()
            cutter.limit = frames.AFTER_HELLO
            cutter.feed(data)
            kind, lane, sequence, raw = cutter.next()
            assert cutter.next() is None
            checked = frames.payload(kind, lane, raw)
            if name != "hello.extended":
                assert frames.frame(kind, cbor.encode(checked), sequence) == data, name

    def test_the_protocols_refused_bytes_are_refused(self):
        for data, why in refused():
            cutter = frames.Cutter()
            cutter.feed(data)
            try:
                kind, lane, _, raw = cutter.next()
                frames.payload(kind, lane, raw)
            except cbor.Malformed:
                continue
            raise AssertionError(f"took {why}")

    def test_the_protocols_rides_are_read_and_written_alike(self):
        values = {name: bytes.fromhex(text) for name, text in blocks("value")}
        words = set()
        for name, text in blocks("golden"):
            cutter = frames.Cutter()
            cutter.feed(bytes.fromhex(text))
            kind, lane, _, raw = cutter.next()
            payload = frames.payload(kind, lane, raw)
            if not name.startswith("ride."):
                continue
            words.add(name)
            if kind == frames.KEYED:
                assert ride.encode_state(ride.decode_state(payload[4])) == payload[4], name
                continue
            body = payload[6 if kind == frames.CHUNK else 4]
            said = ride.message(body, snapshot=kind == frames.CHUNK)
            if 6 in said:
                said[6] = ride.place(*said[6])
            if 3 in said:
                said[3] = ride.encode_route(said[3][1], said[3][2], said[3][3])
                assert said[3][4] == values["ride.route.hash"]
            assert cbor.encode(said) == body, name
        assert len(words) == 8, words
        flat = cbor.decode(bytes.fromhex(dict(blocks("golden"))["ride.state.flat"])[6:])[4]
        assert ride.decode_state(flat) == ride.Report(4, -165_000_000, 1_799_990_000, 0, 35_999, 63, True,
                                                      172_800_000, 365)

    def test_the_protocols_hashes_are_computed_alike(self):
        values = {name: bytes.fromhex(text) for name, text in blocks("value")}
        assert values["identity.spki"][:12] == SPKI_HEAD
        assert hashlib.sha256(values["identity.spki"]).digest() == values["identity.peer"]
        text = "a3r73d62fg5wbk2zkv66mhw3blwnwiyrgs7dbz23ivpy4g3zf6uq"
        assert label(values["identity.peer"]) == text and from_label(text + " #2") == values["identity.peer"]
        assert commitment(b"\7" * 16, b"\xa1" * 32, 1, 100, b"\x5a" * 32, 42) == values["guess.commitment"]
        route = cbor.decode(values["ride.route.hash.input"])
        assert ride.route_hash(route[2], route[3]) == values["ride.route.hash"]
        event = cbor.decode(values["guess.hash.newGame.input"])
        assert event_hash(event) == values["guess.hash.newGame"]

    # Finding and joining

    def test_it_is_found_and_joined_by_its_advert(self):
        ada, bob = self.daemons()
        eve = self.peer("eve é")
        for daemon in (ada, bob):
            listed = daemon.sees(eve, state="joined", name="eve é")
            assert listed["address"].endswith(":7433") and listed["rttMs"] > 0, listed
        eve.joined(ada, bob)

    def test_it_accepts_when_daemons_start_later(self):
        self.lab.stop_all()
        eve = self.peer("eve", "--no-dial", "--no-browse")
        ada, bob = self.daemons(eve)
        for daemon in (ada, bob):
            daemon.sees(eve, state="joined", name="eve")
            assert eve.wait(event="link", peer=daemon.id)["client"] is False

    def test_it_dials_a_daemon_that_starts_later_and_a_hidden_one_by_a_hint(self):
        self.lab.stop_all()
        eve = self.peer("eve", "--hidden", "--no-listen")
        ada, bob = labs.Daemon(self.lab, "ada"), labs.Daemon(self.lab, "bob", "--hidden")
        for daemon in (ada, bob):
            daemon.sees(eve, state="joined", name="eve")
            assert eve.wait(event="link", peer=daemon.id)["client"] is True
        assert not any(event["event"] == "advert" and event["peer"] == bob.id for event in eve.events)
        eve.wait(event="members", peer=ada.id, hints=[{"peer": bob.id, "endpoints": 1}])
        self.lab.stop_all()

    def test_a_hint_of_its_makes_daemons_meet(self):
        self.lab.stop_all()
        eve = self.peer("eve", "--hidden", "--no-browse")
        ada, bob = (labs.Daemon(self.lab, host, "--hidden", "--discovery", "off") for host in ("ada", "bob"))
        for daemon in (ada, bob):
            self.dial(eve, daemon)
        eve.joined(ada, bob)
        ada.sees(bob, state="joined")
        bob.sees(ada, state="joined")
        self.lab.stop_all()

    def test_it_elects_as_arbiter(self):
        self._election(self.daemons() and self.lowest(), True)

    def test_it_obeys_as_the_other_side(self):
        self._election(self.daemons() and self.highest(), False)

    def _election(self, state, arbiter):
        eve = self.peer("eve", state=state)
        for daemon in (self.ada, self.bob):
            daemon.sees(eve, state="joined")
            assert eve.wait(event="link", peer=daemon.id)["arbiter"] is arbiter

    def test_of_two_links_one_is_elected_by_it(self):
        self._two_links(self.daemons() and self.lowest())

    def test_of_two_links_one_is_elected_by_the_daemon(self):
        self._two_links(self.daemons() and self.highest())

    def _two_links(self, state):
        eve = self.peer("eve", *SILENT, state=state)
        began = self.ada.mark()
        self.dial(eve, self.ada, times=2)
        eve.joined(self.ada)
        eve.wait(event="ended", peer=self.ada.id, reason="duplicate")
        mark = self.dial(eve, self.ada)
        eve.wait(mark, event="ended", peer=self.ada.id, reason="duplicate")
        one = eve.ask()
        assert one["peers"][0]["state"] == "joined" and one["peers"][0]["number"] >= 1, one
        self.answers(eve, self.ada)
        self.ada.sees(eve, state="joined")
        kinds = [each["kind"] for each in self.ada.heard(began, "session") if each.get("peer", {}).get("id") == eve.id]
        assert kinds == ["joined"], kinds
        eve.stop()

    def test_a_new_name_reaches_the_daemons(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        eve.do("name", name="mary")
        for daemon in (ada, bob):
            daemon.sees(eve, state="joined", name="mary")
        began = eve.mark()
        ada.paceline("name", "adele")
        eve.wait(began, event="renamed", peer=ada.id, name="adele")
        ada.paceline("name", "ada")

    # Leaving

    def test_a_goodbye_makes_it_lost_at_once(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        began = time.monotonic()
        eve.stop()
        for daemon in (ada, bob):
            assert daemon.sees(eve, state="lost")["reason"] == "has left"
        assert time.monotonic() - began < 5
        assert eve.events[-1]["event"] == "stopped"

    def test_a_goodbye_says_why(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        eve.do("goodbye", peer=ada.id, reason="disconnected")
        eve.do("goodbye", peer=bob.id, reason="fault")
        assert "disconnected" in ada.sees(eve, state="refused")["reason"]
        assert "fault" in bob.sees(eve, state="lost")["reason"]

    def test_a_daemons_goodbyes_are_understood(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        began = eve.mark()
        bob.paceline("disconnect", eve.id)
        eve.wait(began, event="ended", peer=bob.id, side="them", reason="disconnected")
        mark = self.dial(eve, bob)
        eve.wait(mark, event="ended", peer=bob.id, side="them", reason="disconnected")
        bob.stop()
        began = eve.mark()
        ada.stop()
        eve.wait(began, event="ended", peer=ada.id, side="them", reason="leaving")
        eve.wait(began, event="lost", peer=ada.id, reason="leaving")

    def test_whom_it_blocks_never_joins_whoever_is_the_arbiter(self):
        ada, bob = self.daemons()
        for state in (self.lowest(), self.highest()):
            eve = self.peer("eve", "--hidden", "--no-browse", "--no-dial", state=state)
            eve.do("block", peer=ada.id)
            eve.ask()
            began = ada.mark()
            assert "refused" in ada.paceline("connect", "10.77.0.3:7433", ok=False)
            assert "blocked" in ada.sees(eve, state="refused")["reason"]
            kinds = {each["kind"] for each in ada.heard(began, "session") if each["peer"]["id"] == eve.id}
            assert kinds == {"refused"}, kinds
            eve.stop()

    def test_a_link_that_falls_is_mended_and_nobody_is_told(self):
        ada, bob = self.daemons()
        eve = self.peer("eve")
        ada.sees(eve, state="joined")
        eve.joined(ada)
        began = ada.mark()
        mark = eve.do("cut", peer=ada.id)
        eve.wait(mark, event="link", peer=ada.id)
        self.answers(eve, ada)
        ada.sees(eve, state="joined")
        kinds = [each["kind"] for each in ada.heard(began, "session")]
        assert "left" not in kinds and "joined" not in kinds, kinds

    def test_a_peer_that_vanishes_is_lost_after_eight_seconds(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        began = ada.mark()
        start = time.monotonic()
        eve.kill()
        ada.session(began, "left", eve)
        assert 7 < time.monotonic() - start < 13, time.monotonic() - start
        assert "nothing was heard" in ada.sees(eve, state="lost")["reason"]

    def test_a_restart_is_told_from_a_link_that_fell(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        began = ada.mark()
        eve.kill()
        again = self.silent("eve", ada, state=eve.state)
        assert again.id == eve.id
        ada.session(began, "left", eve)
        ada.session(began, "joined", eve)

    # Frames and CBOR

    def answers(self, peer, daemon, data=bytes.fromhex("000000060400a101184d"), number=77):
        """Whether the daemon still answers a ping on the link."""
        mark = peer.do("raw", peer=daemon.id, hex=data.hex())
        peer.wait(mark, event="pong", peer=daemon.id, number=number)

    def test_an_unknown_kind_from_128_is_ignored(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        eve.do("raw", peer=ada.id, hex="00000006" "c803" "ff00ff00")
        eve.do("raw", peer=ada.id, hex="00000002" "8002")
        self.answers(eve, ada)

    def test_a_negative_key_is_ignored(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        payload = cbor.encode({1: 78, -1: ["later", 1.5, {0: None}], -1 << 63: -1 << 63})
        self.answers(eve, ada, len(b"\4\0" + payload).to_bytes(4, "big") + b"\4\0" + payload, 78)

    def test_an_unknown_kind_below_128_is_unsupported(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        mark = eve.do("raw", peer=ada.id, hex="00000003" "6400" "a0")
        eve.wait(mark, event="ended", peer=ada.id, side="them", reason="unsupported", state="elected")
        ada.sees(eve, state="refused")

    def test_each_refused_encoding_is_malformed(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        for data, why in refused():
            mark = eve.do("raw", peer=ada.id, hex=data.hex())
            ended = eve.wait(mark, event="ended", peer=ada.id)
            assert (ended["side"], ended["reason"]) == ("them", "malformed"), (why, ended)
            self.relink(eve, ada)
        self.answers(eve, ada)

    def test_each_broken_order_is_malformed(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        for why, data in (
                ("a second prove", dict(blocks("golden"))["prove"]),
                ("a second hello", dict(blocks("golden"))["hello"]),
                ("an ack of what was never sent", "0000000607" "00" "a1011864"),
                ("a gap on the reliable lane", dict(blocks("golden"))["profile"].replace("03a2", "63a2")),
                ("a lane above 3", "000000050404a10101"),
                ("another origin", {1: 200, 2: bytes(32), 3: 1, 4: b""}),
                ("a body that is none", {1: 1, 2: from_label(eve.id), 3: 1, 4: b"\xa0"})):
            if isinstance(data, str):
                mark = eve.do("raw", peer=ada.id, hex=data)
            else:
                mark = eve.do("frame", peer=ada.id, kind=frames.ACTIVITY, hex=cbor.encode(data).hex())
            ended = eve.wait(mark, event="ended", peer=ada.id)
            assert (ended["side"], ended["reason"]) == ("them", "malformed"), (why, ended)
            self.relink(eve, ada)

    def test_each_opening_ends_as_the_protocol_says(self):
        ada, bob = self.daemons()
        golden = dict(blocks("golden"))
        prove, hello = golden["prove"], golden["hello"]
        state = self.lowest()       # the arbiter, who is the first to say hello
        other = self.highest()      # to whom the daemon says hello first

        turns = labs.Turns()

        def said(*words, state=state):
            turns.take()
            done = self.lab.on("eve", "/usr/bin/python3", os.path.join(labs.HERE, "probe.py"),
                               state, "10.77.0.1", "7433", *words)
            assert done.returncode == 0, done.stderr
            return json.loads(done.stdout)

        def greeting(facts):
            payload = {1: 0, 2: 0, 3: "eve", 4: os.urandom(16), 5: [1], 6: 0, **facts}
            return frames.frame(frames.HELLO, cbor.encode(payload)).hex()

        cases = (
            ("a hello before the prove", "malformed", [hello]),
            ("an elect before the prove", "malformed", [golden["elect"]]),
            ("members before the prove", "malformed", [golden["members"]]),
            ("an unknown kind before the prove", "unsupported", ["000000036400a0"]),
            ("a proof of 32 bytes", "wrongGroup", ["000000260100a1015820" + "00" * 32]),
            ("a proof of 31 bytes", "malformed", ["000000250100a101581f" + "00" * 31]),
            ("a second prove", "malformed", [prove, prove]),
            ("an ack before the election", "malformed", [prove, "wait", golden["ack"]]),
            ("a frame of 4,097 bytes", "malformed", [prove, "00001001"]),
            ("a minor version of its own", "unsupported", [prove, greeting({1: 1, 2: 1})]),
            ("lowest above highest", "malformed", [prove, greeting({1: 1})]),
            ("a name of two lines", "malformed", [prove, greeting({3: "a\nb"})]),
            ("activities out of order", "malformed", [prove, greeting({5: [2, 1]})]),
            ("an instance of 15 bytes", "malformed", [prove, greeting({4: bytes(15)})]),
            ("an elect above 2^53", "malformed", [prove, greeting({}), "0000000d0300a1011b0020000000000001"]),
            ("nothing, but a pong for each ping", "tooSlow", ["wait", "wait", golden["pong"]] * 2))
        def judge(why, reason, answer):
            heard = answer["heard"]
            assert heard[0] == [frames.PROVE, "a10140"], (why, answer)
            goodbyes = [cbor.decode(bytes.fromhex(payload)) for kind, payload in heard if kind == frames.GOODBYE]
            assert goodbyes == [{1: frames.REASON[word], 2: 0} for word in [reason] if word], (why, answer)
            assert answer["closed"], (why, answer)

        with ThreadPoolExecutor(6) as pool:
            silent = pool.submit(said)
            for (why, reason, _), answer in zip(cases, pool.map(lambda case: said(*case[2]), cases)):
                judge(why, reason, answer)
            assert [kind for kind, _ in silent.result()["heard"]] == [frames.PROVE, frames.PING, -1], silent.result()
        # Not beside the others: a hello that is taken makes its run the peer's only one (7.4).
        later = said(prove, greeting({2: 9}), golden["goodbye.leaving"])
        judge("a later minor version too", None, later)
        answer = said("00000003" "c803" "ff", golden["ping"], "wait", "wait", prove, "wait", golden["ping"], "wait",
                      golden["goodbye.leaving"], state=other)
        kinds = [kind for kind, _ in answer["heard"]]
        assert kinds == [frames.PROVE, frames.PONG, frames.HELLO, frames.PONG], answer

    def test_each_handshake_that_the_protocol_refuses_gets_its_alert(self):
        self.daemons()
        folder = self.lab.folder("certificates")
        os.makedirs(folder)
        good = ed25519.Ed25519PrivateKey.generate()
        curve = ec.generate_private_key(ec.SECP256R1())
        def certificate(name, key, issuer="paceline", signer=None, **how):
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
                file.write(self_signed(key, issuer, signer or key, **how).public_bytes(Encoding.PEM))
            return ["-cert", path, "-key", path]
        alpn = ["-alpn", "paceline/1"]
        cases = (
                ("a good one, of the past", [], alpn + certificate("good", good, days=-1000)),
                ("no certificate", [116], alpn),
                ("no application protocol", [120], certificate("plain", good)),
                ("another application protocol", [120], ["-alpn", "paceline/9"] + certificate("nine", good)),
                ("TLS 1.2", [70], alpn + ["-tls1_2"] + certificate("old", good)),
                ("another kind of key", [40, 43, 47, 116], alpn + certificate("curve", curve)),
                ("another issuer", [42], alpn + certificate("issuer", good, "somebody")),
                ("another signer", [42], alpn + certificate("signer", good, "paceline",
                                                            ed25519.Ed25519PrivateKey.generate())),
                ("a certificate of more than 2,048 bytes", [42], alpn + certificate("long", good, padding=2048)),
                ("a chain", [42], alpn + certificate("one", good) + ["-cert_chain", os.path.join(folder, "good")]),
                ("no group in common", [40], alpn + ["-groups", "P-384"] + certificate("group", good)))

        turns = labs.Turns()

        def alerts(case):
            turns.take()
            done = self.lab.on("eve", "openssl", "s_client", "-connect", "10.77.0.1:7433", "-ign_eof", *case[2])
            return [int(number) for number in re.findall(rb"SSL alert number (\d+)", done.stdout + done.stderr)]

        with ThreadPoolExecutor(6) as pool:
            for (why, numbers, _), found in zip(cases, pool.map(alerts, cases)):
                assert found[:1] == found and (found[0] in numbers if numbers else not found), (why, found)

    # The game

    def new_game(self, host, *others, auto=False):
        """A game with the secret 42 that all of these show."""
        marks = [(each, each.mark()) for each in (host, *others)]
        if isinstance(host, labs.Peer):
            host.do("new", secret=42, auto=auto)
        else:
            host.paceline("game", "new", "42", *["--auto"][:auto])
        for each, mark in marks:
            each.follows(host, mark)

    def test_it_guesses_and_is_answered(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(ada, bob, eve)
        eve.do("guess", number=50)
        ada.history(lambda events: events[-1]["kind"] == "guess", "eve's guess")
        ada.paceline("game", "answer", "lower")
        eve.wait(event="game", kind="answer", answer="lower", guesser=eve.id)
        eve.do("guess", number=42)
        ada.history(lambda events: events[-1]["kind"] == "guess" and events[-1]["number"] == 42, "eve's guess")
        ada.paceline("game", "answer", "correct")
        eve.wait(event="game", kind="over", winner=eve.id)
        eve.wait(event="verdict", verified=True)
        for daemon in (ada, bob):
            events = self.verified(daemon, True)
            assert [each["kind"] for each in events] == ["newGame", "guess", "answer", "guess", "answer", "over"]
            assert events[3]["peer"] == {"id": eve.id, "name": "eve"}

    def verified(self, daemon, value):
        """Waits until the history ends with over and all that is checked is checked so."""
        return daemon.history(lambda events: events and events[-1]["kind"] == "over" and value in
                              [each["verified"] for each in events if "verified" in each], f"verified {value}")

    def test_a_guess_is_taken_back(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(ada, bob, eve)
        eve.do("guess", number=50)
        eve.wait(event="game", kind="guess", guess=50)
        eve.do("withdraw")
        eve.wait(event="game", kind="withdrawn")
        assert ada.paceline("game", "status")["pending"] == []
        mark = eve.do("guess", number=142)
        eve.wait(mark, event="refusedGuess", why=1)
        ada.paceline("game", "cancel")
        eve.wait(event="game", kind="cancelled", reason=1)
        eve.wait(event="verdict", verified=True)

    def test_a_guess_outlives_a_link_that_falls(self):
        ada, bob = self.daemons()
        eve = self.peer("eve")
        eve.joined(ada, bob)
        ada.sees(eve, state="joined")
        self.new_game(ada, bob, eve)
        eve.do("cut", peer=ada.id)
        eve.do("guess", number=50)
        eve.wait(event="game", kind="guess", guess=50)
        mark = eve.do("cut", peer=ada.id)
        eve.wait(mark, event="link", peer=ada.id)
        ada.paceline("game", "answer", "lower")
        eve.wait(event="game", kind="answer", answer="lower")
        events = ada.paceline("game", "history")["events"]
        assert [each["kind"] for each in events] == ["newGame", "guess", "answer"], events

    def test_it_joins_late_and_gets_the_history(self):
        ada, bob = self.daemons()
        self.new_game(ada, bob, auto=True)
        bob.paceline("game", "guess", "10")
        bob.history(lambda events: events[-1]["kind"] == "answer", "the answer")
        eve = self.silent("eve", ada, bob)
        eve.wait(event="snapshot", events=3)
        events = eve.ask()["game"]["events"]
        assert [each["kind"] for each in events] == ["newGame", "guess", "answer"], events
        eve.do("guess", number=42)
        eve.wait(event="verdict", verified=True)
        self.verified(bob, True)

    def test_it_hosts_and_a_daemon_guesses_right(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(eve, ada, bob, auto=True)
        for number in ("10", "90", "42"):
            bob.paceline("game", "guess", number)
            bob.history(lambda events: events[-1]["kind"] in ("answer", "over"), "an answer")
        for daemon in (ada, bob):
            events = self.verified(daemon, True)
            assert [each.get("answer") for each in events if each["kind"] == "answer"] == \
                ["greater", "lower", "correct"]
            assert events[-1]["number"] == 42, events
        scores = ada.paceline("game", "scores")["scores"]
        assert any(each["peer"]["id"] == bob.id and each["wins"] >= 1 for each in scores), scores

    def test_a_daemon_joins_its_game_late(self):
        self.daemons()[1].stop()
        ada = self.ada
        eve = self.peer("eve")
        eve.joined(ada)
        self.new_game(eve, ada)
        ada.paceline("game", "guess", "10")
        eve.wait(event="game", kind="guess", guess=10)
        eve.do("answer", answer="greater")
        self.bob = labs.Daemon(self.lab, "bob")
        events = self.bob.history(lambda events: len(events) == 3, "the history")
        assert [each["kind"] for each in events] == ["newGame", "guess", "answer"]
        self.bob.paceline("game", "guess", "42")
        eve.wait(event="game", kind="guess", guess=42)
        eve.do("answer", answer="correct")
        for daemon in (ada, self.bob):
            self.verified(daemon, True)

    def test_a_long_game_goes_by_bulk_with_credit(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        self.new_game(eve, ada)
        eve.do("invent", rounds=1000)
        ada.history(lambda events: len(events) == 2001, "2001 events")
        mark = self.dial(eve, bob)
        eve.wait(mark, event="joined", peer=bob.id)
        bob.history(lambda events: len(events) == 2001, "2001 events")
        bob.paceline("game", "guess", "42")
        eve.wait(event="game", kind="guess", guess=42)
        eve.do("answer", answer="correct")
        for daemon in (ada, bob):
            self.verified(daemon, True)

    def test_it_takes_a_long_snapshot_of_a_daemon(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada)
        self.new_game(ada, eve, auto=True)
        for _ in range(900):
            mark = eve.do("guess", number=50)
            eve.wait(mark, event="game", kind="answer")
        late = self.silent("late", ada)
        late.wait(event="snapshot", events=1801)
        late.do("guess", number=42)
        late.wait(event="verdict", verified=True)

    def test_a_false_answer_is_named(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(eve, ada, bob)
        for number, word in (("10", "lower"), ("42", "correct")):
            bob.paceline("game", "guess", number)
            eve.wait(event="game", kind="guess", guess=int(number))
            eve.do("answer", answer=word)
            bob.history(lambda events: events[-1]["kind"] in ("answer", "over"), "an answer")
        for daemon in (ada, bob):
            self.verified(daemon, False)
            scores = daemon.paceline("game", "scores")["scores"]
            assert any(each["peer"]["id"] == eve.id and each["forfeits"] == 1 for each in scores), scores
        eve.wait(event="verdict", verified=False)

    def test_two_stories_are_named(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(eve, ada, bob)
        began = [daemon.mark() for daemon in (ada, bob)]
        eve.do("lie", peer=ada.id)
        ada.history(lambda events: len(events) == 2, "the other story")
        bob.paceline("game", "guess", "10")
        for daemon, mark in zip((ada, bob), began):
            daemon.until(lambda: daemon.paceline("game", "status")["phase"] == "none", "the end of the game")
            scores = daemon.paceline("game", "scores")["scores"]
            assert any(each["peer"]["id"] == eve.id and each["forfeits"] == 1 for each in scores), scores

    def test_a_better_game_takes_its_place(self):
        ada, bob = self.daemons()
        eve = self.silent("eve", ada, bob)
        self.new_game(eve, ada, bob)
        ada.paceline("game", "new", "7", ok=False)
        eve.do("cancel")
        ada.history(lambda events: events and events[-1]["kind"] == "cancelled", "its end")
        self.new_game(ada, bob, eve)


def self_signed(key, issuer, signer, days=1000, padding=0):
    """A certificate that may be wrong in one way."""
    def named(text):
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
    now = datetime.datetime(2026, 1, 1)
    builder = (x509.CertificateBuilder().subject_name(named("paceline")).issuer_name(named(issuer))
               .public_key(key.public_key()).serial_number(1)
               .not_valid_before(now + datetime.timedelta(days=min(days, 0) - 1))
               .not_valid_after(now + datetime.timedelta(days=days)))
    if padding:
        builder = builder.add_extension(
            x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.99999.1"), bytes(padding)), False)
    return builder.sign(signer, None if isinstance(signer, ed25519.Ed25519PrivateKey) else hashes.SHA256())


def blocks(word):
    """The (name, hexadecimal) blocks of Protocol.md that begin with this word."""
    with open(PROTOCOL, encoding="utf-8") as file:
        found = re.findall(rf"^```{word} (\S+)\n(.*?)^```", file.read(), re.M | re.S)
    return [(name, "".join(text.split())) for name, text in found]


def refused():
    """The frames of Protocol.md that are goodbye(malformed), each with why."""
    with open(PROTOCOL, encoding="utf-8") as file:
        block = re.search(r"^```refused ping\n(.*?)^```", file.read(), re.M | re.S)[1]
    lines = [line.partition("#") for line in block.splitlines()]
    return [(bytes.fromhex(data), why.strip()) for data, _, why in lines]


def main():
    if "PACELINE_LAN" not in os.environ:
        os.execv(labs.LAN, [labs.LAN, "run", "3", "--names", "ada,bob,eve", "--", sys.executable, *sys.argv])
    lab = labs.Lab()
    tests, failed, passed = Tests(lab), 0, 0
    try:
        for name in [name for kind in Tests.__mro__ for name in vars(kind) if name.startswith("test_")]:
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            began, words = time.monotonic(), name[5:].replace("_", " ")
            try:
                getattr(tests, name)()
                passed += 1
                print(f"ok   {words} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL {words} ({time.monotonic() - began:.1f} s)\n{traceback.format_exc()}", flush=True)
    finally:
        lab.clear(keep=failed)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
