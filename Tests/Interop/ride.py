"""The ride's values (section 24): states, messages, routes, and what has been said of riders, told apart by order."""

import hashlib
import math
import struct
from dataclasses import dataclass

from cbor import Malformed, decode, encode
from schema import ride_message

RIDE = 2
INTRODUCTION, ROUTE, HELP_ARRIVED, FIXED, SNAPSHOT = range(1, 6)
STATUS = {"cruisin": 1, "returnin": 2, "breather": 3, "flat": 4, "helpin": 5}
KIND = {"person": 1, "simulant": 2}
POLE, HALF_TURN = 900_000_000, 1_800_000_000     # in 1e-7 degrees
FASTEST, TURN, MOST_POINTS = 100_000, 36_000, 4096
LATEST = 1 << 53
HAS_COURSE, HAS_ALONG, BACKWARD, HAS_AGE, HAS_BLUR = 8, 16, 32, 64, 128


def units(degrees):
    """Degrees as the protocol writes them."""
    return round(degrees * 1e7)


def wrapped(longitude):
    return (longitude + HALF_TURN) % (2 * HALF_TURN) - HALF_TURN


def place(latitude, longitude):
    """The 8 bytes of a place in units."""
    return struct.pack(">ii", latitude, longitude)


def read_place(data):
    latitude, longitude = struct.unpack(">ii", data)
    if not -POLE <= latitude <= POLE or not -HALF_TURN <= longitude <= HALF_TURN:
        raise Malformed("a place that is not on the Earth")
    return latitude, wrapped(longitude)


@dataclass
class Report:
    """The state of a rider (24.2), in the units of the protocol."""

    status: int
    latitude: int
    longitude: int
    speed: int = 0
    course: int = None
    along: int = None
    backward: bool = False
    age: int = None
    blur: int = None


def encode_state(report):
    flags, optional = report.status, b""
    for flag, form, value in ((HAS_COURSE, ">H", report.course), (HAS_ALONG, ">I", report.along),
                              (HAS_AGE, ">I", report.age), (HAS_BLUR, ">H", report.blur)):
        if value is not None:
            flags |= flag
            optional += struct.pack(form, value)
    if report.backward:
        flags |= BACKWARD
    return (bytes([flags]) + place(report.latitude, report.longitude)
            + report.speed.to_bytes(3, "big") + optional)


def decode_state(data):
    if len(data) < 12:
        raise Malformed("a state of fewer than 12 bytes")
    flags, status = data[0], data[0] & 7
    speed = int.from_bytes(data[9:12], "big")
    if status not in STATUS.values():
        raise Malformed(f"status {status}")
    if speed > FASTEST:
        raise Malformed(f"a speed of {speed} mm/s")
    if flags & BACKWARD and not flags & HAS_ALONG:
        raise Malformed("backward along no route")
    values, at = [], 12
    for flag, size in ((HAS_COURSE, 2), (HAS_ALONG, 4), (HAS_AGE, 4), (HAS_BLUR, 2)):
        values.append(int.from_bytes(data[at:at + size], "big") if flags & flag else None)
        at += size if flags & flag else 0
    if at != len(data):
        raise Malformed(f"a state of {len(data)} bytes, where its flags say {at}")
    course, along, age, blur = values
    if course is not None and course >= TURN:
        raise Malformed(f"course {course}")
    if age == 0 or blur == 0:
        raise Malformed("a 0 that is to be left out")
    return Report(status, *read_place(data[1:9]), speed, course, along, bool(flags & BACKWARD), age, blur)


# Routes


def route_hash(closed, parts):
    """Of the parts in their bytes."""
    return hashlib.sha256(encode({2: closed, 3: parts})).digest()


def encode_route(name, closed, parts):
    """A route whose parts are points in units."""
    packed = [_packed(part) for part in parts]
    return {1: name, 2: closed, 3: packed, 4: route_hash(closed, packed)}


def decode_route(route):
    """The parts of a checked route, in units."""
    if route_hash(route[2], route[3]) != route[4]:
        raise Malformed("another hash than the route's")
    parts = [_points(part) for part in route[3]]
    if sum(map(len, parts)) > MOST_POINTS:
        raise Malformed("too many points")
    return parts


def _packed(part):
    data, before = bytearray(), (0, 0)
    for latitude, longitude in part:
        for number in (latitude - before[0], wrapped(longitude - before[1])):
            number = number << 1 if number >= 0 else (-number << 1) - 1
            while number > 127:
                data.append(number & 127 | 128)
                number >>= 7
            data.append(number)
        before = latitude, longitude
    return bytes(data)


def _points(data):
    numbers = _numbers(data)
    if not numbers or len(numbers) % 2:
        raise Malformed("a part without points, or with half of one")
    points, latitude, longitude = [], 0, 0
    for north, east in zip(numbers[::2], numbers[1::2]):
        latitude, longitude = latitude + north, wrapped(longitude + east)
        if not -POLE <= latitude <= POLE or not -HALF_TURN <= east < HALF_TURN:
            raise Malformed("a point that is not on the Earth, or the longer way round")
        points.append((latitude, longitude))
    return points


def _numbers(data):
    numbers, number, shift = [], 0, 0
    for byte in data:
        if shift == 35 or shift and byte == 0:
            raise Malformed("a number in more bytes than it takes")
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number >> 1 ^ -(number & 1))
            number = shift = 0
    if shift:
        raise Malformed("a number without its end")
    return numbers


# Messages


def message(body, snapshot):
    """A checked message, with its place as numbers under key 6 and its route's points under key 3 of the route."""
    checked = ride_message(decode(body), snapshot)
    riders = [each[1] for each in checked.get(2, [])]
    if any(a >= b for a, b in zip(riders, riders[1:])):
        raise Malformed("riders that do not ascend")
    if 6 in checked:
        checked[6] = read_place(checked[6])
    if 3 in checked:
        checked[3] = {**checked[3], 3: decode_route(checked[3])}
    return checked


# On the Earth


def distance(a, b):
    """Metres between two places in units: WGS84's radii at the middle, as if flat. For places near each other."""
    north, east = metres(math.radians((a[0] + b[0]) / 2e7))
    return math.hypot((b[0] - a[0]) * north, wrapped(b[1] - a[1]) * east)


def metres(latitude):
    """How long one unit is to the north, and to the east, at a latitude in radians."""
    axis, square = 6_378_137.0, 0.0066943799901413165
    bend = 1 - square * math.sin(latitude) ** 2
    unit = math.radians(1e-7)
    return axis * (1 - square) / bend ** 1.5 * unit, axis * math.cos(latitude) / bend ** 0.5 * unit


def moved(report, seconds):
    """Where a rider comes to at its speed and course, in units, as fractions."""
    if not report.speed or report.course is None:
        return report.latitude, report.longitude
    north, east = metres(math.radians(report.latitude / 1e7))
    way, course = report.speed / 1000 * seconds, math.radians(report.course / 100)
    return report.latitude + way * math.cos(course) / north, report.longitude + way * math.sin(course) / east
