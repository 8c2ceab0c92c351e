"""What run.py tests of the ride (section 24): riders of real daemons, and of the Python peer, in each other's sight."""

import time

import cbor
import frames
import lab as labs
import ride
from identity import from_label

HERE, EAST = (37.3318, -122.0312), 1.13e-5      # a place; degrees of longitude there in a metre, roughly
WHOLE = 1 << 40                                 # ms: later than every report of a test


def rider_id(peer, number):
    return f"{peer.id}-{number}"


def state(flags=1, latitude=373_318_000, longitude=-1_220_312_000, speed=0, rest=b""):
    """The body of a state that may be wrong in one way."""
    return bytes([flags]) + ride.place(latitude, longitude) + speed.to_bytes(3, "big") + rest


def route(points=((1, 2), (3, 4)), **wrong):
    made = ride.encode_route("loop", False, [list(points)])
    return {**made, **{int(key[1:]): value for key, value in wrong.items()}}


def hashed(*parts):
    """A route of these parts in bytes, whose hash is right."""
    return {1: "loop", 2: False, 3: list(parts), 4: ride.route_hash(False, list(parts))}


def bad_states():
    good = state()
    return (
        ("truncated", good[:-1]), ("empty", b""), ("a trailing byte", good + b"\0"),
        ("latitude 90.0000001", state(latitude=900_000_001)), ("latitude -90.0000001", state(latitude=-900_000_001)),
        ("longitude 180.0000001", state(longitude=1_800_000_001)), ("over 100 m/s", state(speed=100_001)),
        ("bit 5 without bit 4", state(flags=1 | 32)), ("status 0", state(flags=0)), ("status 6", state(flags=6)),
        ("status 7", state(flags=7)), ("course 360", state(flags=1 | 8, rest=(36_000).to_bytes(2, "big"))),
        ("a course that is not there", state(flags=1 | 8)), ("age 0", state(flags=1 | 64, rest=bytes(4))),
        ("precision 0", state(flags=1 | 128, rest=bytes(2))), ("192 bytes", bytes([1]) * 192))


def bad_messages():
    who = {1: 1, 2: 2, 3: "Pia"}
    help_arrived = {0: 3, 4: 0, 5: 1, 6: ride.place(1, 1)}
    return (
        ("no map", [1]), ("kind 0", {0: 0, 1: 1, 2: []}), ("kind 6", {0: 6, 1: 1, 2: []}),
        ("a snapshot as a message", {0: 5, 1: 1, 2: [who]}), ("count 0", {0: 1, 1: 0, 2: [who]}),
        ("a count above 2^53", {0: 1, 1: (1 << 53) + 1, 2: [who]}), ("no riders", {0: 1, 1: 1}),
        ("riders that do not ascend", {0: 1, 1: 1, 2: [{**who, 1: 2}, who]}),
        ("a rider twice", {0: 1, 1: 1, 2: [who, who]}), ("a rider above 2^32", {0: 1, 1: 1, 2: [{**who, 1: 1 << 32}]}),
        ("kind of rider 3", {0: 1, 1: 1, 2: [{**who, 2: 3}]}),
        ("a name of two lines", {0: 1, 1: 1, 2: [{**who, 3: "a\nb"}]}),
        ("an unknown key", {0: 1, 1: 1, 2: [{**who, 4: 0}]}),
        ("1,025 riders", {0: 1, 1: 1, 2: [{**who, 1: number} for number in range(1025)]}),
        ("another route's hash", {0: 2, 1: 1, 3: route(_4=bytes(32))}), ("no parts", {0: 2, 1: 1, 3: hashed()}),
        ("a part without points", {0: 2, 1: 1, 3: hashed(b"")}),
        ("half a point", {0: 2, 1: 1, 3: hashed(b"\2")}),
        ("a number without its end", {0: 2, 1: 1, 3: hashed(b"\2\x80")}),
        ("a number that is too long", {0: 2, 1: 1, 3: hashed(b"\2\x82\0")}),
        ("a number of six bytes", {0: 2, 1: 1, 3: hashed(b"\2" + b"\x80" * 5 + b"\1")}),
        ("a point beyond the pole", {0: 2, 1: 1, 3: route([(900_000_001, 0)])}),
        ("the longer way round", {0: 2, 1: 1, 3: hashed(bytes.fromhex("0080c8ceb40d"))}),
        ("4,097 points", {0: 2, 1: 1, 3: route([(number, 0) for number in range(4097)])}),
        ("count 0 of help", {**help_arrived, 5: 0}), ("a place of 7 bytes", {**help_arrived, 6: bytes(7)}),
        ("a place beyond the pole", {**help_arrived, 6: ride.place(900_000_001, 0)}),
        ("count 0 of a repair", {0: 4, 4: 0, 5: 0}), ("a helper of 31 bytes", {0: 4, 4: 0, 5: 1, 7: bytes(31), 8: 0}),
        ("a helper's peer alone", {0: 4, 4: 0, 5: 1, 7: bytes(32)}), ("a helper alone", {0: 4, 4: 0, 5: 1, 8: 0}))


class RideTests:
    """Mixed into Tests of run.py."""

    def riding(self):
        """Both daemons, each with nobody on the map but its person, who cruises and stands somewhere else."""
        for daemon in self.daemons():
            daemon.paceline("ride", "simulants", "0")
            daemon.paceline("ride", "here", "10,10")
            while (you := daemon.paceline("ride", "status"))["state"] != "cruisin":
                daemon.paceline("ride", "status", "cruisin" if "cruisin" in you["next"] else you["next"][0])
        return self.ada, self.bob

    def rides(self, peer, rider, name, east=0.0, **facts):
        """A rider of the peer so many metres east of HERE."""
        facts = {"kind": "simulant" if rider else "person", **facts}
        return peer.do("ride", rider=rider, name=name, latitude=HERE[0], longitude=HERE[1] + east * EAST, **facts)

    def claims(self, peer, rider, east=0.0, **facts):
        peer.do("claim", rider=rider, latitude=HERE[0], longitude=HERE[1] + east * EAST, **facts)

    def after(self, peer, *daemons, rider=99):
        """Waits until the daemons have taken what the peer has said, on the state lane and on the reliable one."""
        name = f"after {time.monotonic_ns()}"
        self.rides(peer, rider, name)
        for daemon in daemons:
            daemon.rider(rider_id(peer, rider), name=name)
        return rider

    # What is seen

    def test_its_riders_are_seen_by_name_and_move(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada, bob)
        self.rides(eve, 1, "Pia", speed=5, course=90)
        self.rides(eve, 0, "Eva", status="breather", age=3, blur=300)
        for daemon in (ada, bob):
            first = daemon.rider(rider_id(eve, 1), name="Pia", kind="simulant", state="cruisin", speed=5.0, course=90.0,
                                 owner={"id": eve.id, "name": "eve"}, live=True, own=False, uncertainty=0.0)
            assert abs(first["latitude"] - HERE[0]) < 1e-6 and -1e-6 < first["longitude"] - HERE[1] < 60 * EAST, first
            later = daemon.rider(rider_id(eve, 1), lambda each: each["longitude"] > first["longitude"] + 4 * EAST)
            assert abs(later["latitude"] - HERE[0]) < 1e-6, later
            rests = daemon.rider(rider_id(eve, 0), name="Eva", kind="person", state="breather", speed=0.0,
                                 uncertainty=300.0)
            assert (rests["latitude"], rests["longitude"]) == HERE and rests["fixAge"] > 2.9, rests
        self.rides(eve, 1, "Pia the second", east=5)
        ada.rider(rider_id(eve, 1), name="Pia the second", speed=0.0)

    def test_a_daemons_riders_and_route_are_known_to_it(self):
        ada, bob = self.riding()
        ada.paceline("ride", "simulants", "3")
        eve = self.silent("eve", ada)
        def known():
            owners = {each["owner"]: each for each in eve.riders()}
            return ada.id in owners and len(owners[ada.id]["riders"]) == 4 and owners[ada.id]["route"] \
                and owners[ada.id]
        known = labs.poll(known, "ada's riders")
        own = [each for each in ada.paceline("ride", "riders")["riders"] if each["own"]]
        assert [(rider_id(ada, each["rider"]), each["kind"], each["name"]) for each in known["riders"]] == \
            [(each["id"], each["kind"], each["name"]) for each in own], (known["riders"], own)
        theirs = ada.call("ride.route")
        assert (known["route"]["hash"], known["route"]["closed"]) == (theirs["hash"], theirs["closed"])
        parts = known["route"]["parts"]
        assert parts == [[[ride.units(number) for number in point] for point in part] for part in theirs["parts"]]
        legs = list(zip(parts[0], parts[0][1:] + parts[0][:1]))
        assert len(parts) == 1 and abs(sum(ride.distance(*leg) for leg in legs) - theirs["metres"]) < 0.1
        for each in known["riders"][1:]:
            left, leg = each["along"], 0
            while left > ride.distance(*legs[leg]):
                left -= ride.distance(*legs[leg])
                leg += 1
            share = left / ride.distance(*legs[leg])
            where = [a + (b - a) * share for a, b in zip(*legs[leg])]
            off = ride.distance(where, [ride.units(each["latitude"]), ride.units(each["longitude"])])
            assert off < 1, (off, each)

    def test_its_route_is_known_to_a_daemon(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        parts = [[[37.3420503, -122.03118], [37.3420606, -122.0311052]], [[-16.5, 179.999], [-16.5, -179.999]]]
        eve.do("route", name="two parts", closed=False, parts=parts)
        def shared():
            found = ada.call("ride.route", owner=eve.id, ok=None)
            return found if "parts" in found else None
        found = labs.poll(shared, "eve's route at ada")
        packed = ride.encode_route("", False, [[tuple(map(ride.units, point)) for point in part] for part in parts])
        assert (found["name"], found["closed"], found["hash"]) == ("two parts", False, packed[4].hex()), found
        assert found["parts"] == parts, found
        eve.do("route")
        labs.poll(lambda: shared() is None, "the end of eve's route at ada")

    # Help

    def test_its_person_repairs_a_daemons_flat(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada, bob)
        ada.paceline("ride", "here", f"{HERE[0]},{HERE[1]}")
        ada.paceline("ride", "status", "flat")
        mark, began = eve.mark(), bob.mark()
        for daemon in (ada, bob):
            daemon.rider(rider_id(ada, 0), state="flat")
        self.rides(eve, 1, "Far", east=150)
        self.rides(eve, 0, "Eva", east=90)
        eve.do("help", rider=1)
        eve.do("help", rider=0)
        eve.wait(mark, event="fixed", peer=ada.id, rider=0, helper=eve.id, by=0)
        ada.rider(rider_id(ada, 0), state="cruisin")
        lines = [entry["text"] for entry in ada.paceline("ride", "log")["entries"]]
        assert lines[-4:] == ["Eva has arrived to help", "Eva has fixed the flat tire of ada",
                              "ada is leaving FlatState", "ada is entering CruisinState"], lines
        fixed = bob.ride(began, "riderFixed", rider_id(ada, 0))
        assert (fixed["by"]["id"], fixed["peer"]["id"]) == (rider_id(eve, 0), ada.id), fixed

    def test_help_that_a_state_alone_tells_of_repairs_too(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        ada.paceline("ride", "here", f"{HERE[0]},{HERE[1]}")
        ada.paceline("ride", "status", "flat")
        mark = eve.mark()
        self.rides(eve, 1, "Past", east=20, status="helpin", speed=2, course=0)
        self.rides(eve, 2, "Pia", east=-90, status="helpin", speed=1, course=90)
        eve.wait(mark, event="fixed", peer=ada.id, rider=0, helper=eve.id, by=2)

    def test_a_daemons_person_repairs_its_flat_and_is_named_once(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada, bob)
        ada.paceline("ride", "here", f"{HERE[0]},{HERE[1]}")
        self.rides(eve, 0, "Eva", east=90, status="flat")
        for daemon in (ada, bob):
            daemon.rider(rider_id(eve, 0), state="flat")
        last = ada.paceline("ride", "log")["last"]
        began = [daemon.mark() for daemon in (ada, bob)]
        ada.paceline("ride", "status", "helpin")
        eve.wait(event="repaired", rider=0, helper=ada.id, by=0)      # which it says twice
        ada.rider(rider_id(eve, 0), state="cruisin")
        self.after(eve, ada, bob)
        for daemon, mark in zip((ada, bob), began):
            fixed = [each for each in daemon.heard(mark, "ride") if each["kind"] == "riderFixed"]
            assert [(each["rider"]["id"], each["by"]["id"]) for each in fixed] == \
                [(rider_id(eve, 0), rider_id(ada, 0))], fixed
        lines = [each["text"] for each in ada.paceline("ride", "log")["entries"] if each["number"] > last]
        assert lines.count("ada has fixed the flat tire of Eva") == 1, lines

    def test_somebody_unseen_and_the_rider_itself_are_named_so(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 0, "Eva")
        began = ada.mark()
        eve.do("repair", rider=0)
        eve.do("repair", rider=0, helper=eve.id, by=0)
        self.after(eve, ada)
        helpers = [each.get("by", {}).get("id") for each in ada.heard(began, "ride") if each["kind"] == "riderFixed"]
        assert helpers == [None, rider_id(eve, 0)], helpers

    # Order, and the end of riders

    def test_a_removal_takes_a_rider_off_and_nothing_older_brings_it_back(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 1, "Pia")
        ada.rider(rider_id(eve, 1), name="Pia")
        began = ada.mark()
        eve.do("unride", rider=1)
        ada.ride(began, "riderLeft", rider_id(eve, 1))
        self.claims(eve, 1, version=1)
        eve.do("frame", peer=ada.id, kind=frames.REMOVAL, hex=cbor.encode({1: 2, 2: 77, 3: WHOLE}).hex())
        self.claims(eve, 77)
        self.after(eve, ada)
        assert ada.riders(eve) == [rider_id(eve, 99)], ada.riders(eve)
        self.claims(eve, 1, east=1)
        ada.rider(rider_id(eve, 1), name="Pia")
        self.claims(eve, 55)                                    # who it is was never said
        ada.rider(rider_id(eve, 55), name="rider 55")

    def test_an_older_report_and_a_lower_count_change_nothing(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 1, "Pia", status="breather")
        ada.rider(rider_id(eve, 1), name="Pia", state="breather")
        self.claims(eve, 1, version=1, status="flat")
        self.claims(eve, 2, version=0)                          # the first time is 1
        for count, name in ((1000, "Pina"), (999, "Pila")):
            said = {0: 1, 1: count, 2: [{1: 1, 2: 2, 3: name}]}
            eve.do("tell", peer=ada.id, activity=2, hex=cbor.encode(said).hex())
        eve.do("claim", rider=98, latitude=0, longitude=180)
        seen = ada.rider(rider_id(eve, 98))
        assert (seen["latitude"], abs(seen["longitude"])) == (0, 180), seen
        ada.rider(rider_id(eve, 1), name="Pina", state="breather")
        assert ada.riders(eve) == [rider_id(eve, 1), rider_id(eve, 98)], ada.riders(eve)

    def test_a_report_of_a_clock_that_is_ahead_is_not_shown(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 1, "Pia", status="breather")
        ada.rider(rider_id(eve, 1), state="breather")
        self.claims(eve, 1, ahead=11_000, status="flat")
        self.after(eve, ada)
        ada.rider(rider_id(eve, 1), state="breather")
        eve.do("status", rider=1, status="returnin")            # what the state lane took bars its way
        self.after(eve, ada)
        ada.rider(rider_id(eve, 1), state="breather")
        self.claims(eve, 1, ahead=30_000, status="flat")
        self.claims(eve, 1, ahead=30_100, status="helpin")      # two that agree: its clock has leapt
        ada.rider(rider_id(eve, 1), state="helpin")

    def test_a_restart_and_a_link_that_falls_keep_its_riders(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 1, "Pia", speed=5, course=90)
        self.rides(eve, 2, "Pio")
        for number in (1, 2):
            ada.rider(rider_id(eve, number))
        self.claims(eve, 1, ahead=9_000)
        began = ada.mark()
        eve.do("cut", peer=ada.id)
        self.relink(eve, ada)
        self.after(eve, ada)
        kinds = [each["kind"] for each in ada.heard(began, "ride") if each["rider"]["id"] != rider_id(eve, 99)]
        assert kinds == [], kinds
        eve.kill()
        again = self.silent("eve", state=eve.state)
        self.rides(again, 1, "Pia anew", status="breather")
        self.relink(again, ada)
        ada.rider(rider_id(eve, 1), name="Pia anew", state="breather", live=True)
        labs.poll(lambda: ada.riders(eve) == [rider_id(eve, 1)], "that Pio is over, whom no snapshot names")

    def test_its_goodbye_takes_its_riders_off(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        self.rides(eve, 1, "Pia")
        ada.rider(rider_id(eve, 1))
        eve.stop()
        labs.poll(lambda: ada.riders(eve) == [], "that eve's riders are gone")

    # Who is told

    def test_who_does_not_list_the_ride_is_told_nothing_of_it(self):
        ada, bob = self.riding()
        ada.paceline("ride", "simulants", "2")
        plain, eve = self.silent("plain", ada, options=("--activities", "1")), self.silent("eve", ada)
        ada.paceline("ride", "simulants", "1")
        ada.paceline("ride", "status", "helpin")
        for what in ("report", "removed", "helpArrived", "rideMessage"):
            eve.wait(event=what, peer=ada.id)
        self.new_game(ada, plain, eve)
        heard = plain.ask()["heard"]
        assert set(heard) == {"activity 1", "snapshot 1"} or set(heard) == {"activity 1"}, heard
        assert {"activity 2", "snapshot 2", "state 2", "removal 2"} <= set(eve.ask()["heard"]), eve.ask()["heard"]
        mark = plain.do("activities", list=[1, 2])
        plain.wait(mark, event="rideMessage", peer=ada.id, kind=ride.SNAPSHOT)
        for number in (0, 1):
            plain.wait(mark, event="report", peer=ada.id, rider=number)

    # What is refused

    def _malformed(self, cases):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        for why, kind, payload in cases(eve):
            mark = eve.do("frame", peer=ada.id, kind=kind, hex=cbor.encode(payload).hex())
            try:
                ended = eve.wait(mark, event="ended", peer=ada.id)
            except AssertionError as error:
                raise AssertionError(f"ada took {why}") from error
            assert (ended["side"], ended["reason"]) == ("them", "malformed"), (why, ended)
            self.relink(eve, ada)
        self.answers(eve, ada)
        self.after(eve, ada)

    def test_each_malformed_state_ends_the_link(self):
        self._malformed(lambda eve: [
            (why, frames.KEYED, {1: 2, 2: 1, 3: WHOLE, 4: body}) for why, body in bad_states()] + [
            ("a rider above 2^32", frames.KEYED, {1: 2, 2: 1 << 32, 3: WHOLE, 4: state()}),
            ("a time above 2^53", frames.KEYED, {1: 2, 2: 1, 3: (1 << 53) + 1, 4: state()}),
            ("a body of 193 bytes", frames.KEYED, {1: 2, 2: 1, 3: WHOLE, 4: bytes(193)})])

    def test_each_malformed_message_ends_the_link(self):
        self._malformed(lambda eve: [
            (why, frames.ACTIVITY, {1: 2, 2: from_label(eve.id), 3: 1, 4: cbor.encode(body)})
            for why, body in bad_messages()] + [
            ("a body that is no CBOR", frames.ACTIVITY, {1: 2, 2: from_label(eve.id), 3: 1, 4: b""})] + [
            (why, frames.CHUNK, {1: 2, 2: 1000, 3: 1, 4: 0, 5: True, 6: cbor.encode(body)}) for why, body in (
                ("an introduction as a snapshot", {0: 1, 1: 1, 2: []}), ("a snapshot of count 0", {0: 5, 1: 0, 2: []}),
                ("a snapshot with another hash", {0: 5, 1: 1, 2: [], 3: route(_4=bytes(32))}))])

    def test_a_key_beyond_1024_ends_the_link(self):
        ada, bob = self.riding()
        eve = self.silent("eve", ada)
        eve.do("flood", first=1, count=1024, latitude=HERE[0], longitude=HERE[1])
        labs.poll(lambda: len(ada.riders(eve)) == 1024, "1,024 riders of eve's")
        eve.do("frame", peer=ada.id, kind=frames.REMOVAL, hex=cbor.encode({1: 2, 2: 7, 3: WHOLE}).hex())
        eve.do("flood", first=2000, count=1, latitude=HERE[0], longitude=HERE[1])
        ada.rider(rider_id(eve, 2000))
        mark = eve.do("flood", first=2001, count=1, latitude=HERE[0], longitude=HERE[1])
        ended = eve.wait(mark, event="ended", peer=ada.id)
        assert (ended["side"], ended["reason"]) == ("them", "malformed"), ended
        self.relink(eve, ada)
        labs.poll(lambda: ada.riders(eve) == [], "that no snapshot names eve's riders")
        self.after(eve, ada)
