#!/usr/bin/env python3
"""Prints the golden values of GameplayTests that no paper has.

A second program, written after the descriptions in Sources/Gameplay rather than after its code, and
in another language: equal bits from both show that nothing but the numbers decides.

    $ python3 golden_values.py
    bell: 83862971, 313988897, 784587942; hash 3190999709813265637
    group: hash 3989460644214929208
"""

import math
import struct

WORD = (1 << 64) - 1


class Generator:
    """xoshiro256** seeded by SplitMix64."""

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & WORD
            mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
            self.state.append(mixed ^ (mixed >> 31))

    def word(self):
        def rotated(value, places):
            return ((value << places) | (value >> (64 - places))) & WORD

        s = self.state
        result = (rotated((s[1] * 5) & WORD, 7) * 9) & WORD
        shifted = (s[1] << 17) & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
        return result >> 32

    def fraction(self):
        high = self.word()
        return ((high << 32 | self.word()) >> 11) * 2.0**-53

    def uniform(self):
        return self.word() / 4294967295


def stable_hash(numbers):
    """FNV-1a over the numbers' bytes, the lowest first."""
    value = 0xCBF29CE484222325
    for number in numbers:
        for byte in number.to_bytes(8, "little"):
            value = ((value ^ byte) * 0x100000001B3) & WORD
    return value


# The bell: proposals within three deviations, each accepted by five of von Neumann's games.


def grants(exponent, generator):
    is_even = True
    while (following := generator.fraction()) < exponent:
        exponent = following
        is_even = not is_even
    return is_even


def bell(lowest, highest, generator):
    mean, deviation = (highest + lowest) / 2, (highest - lowest) / 6
    while True:
        place = -3 + 6 * generator.fraction()
        if all(grants(place * place / 10, generator) for _ in range(5)):
            return math.floor(mean + place * deviation + 0.5)


# The group: six agents on a triangle, each with six goals of the weight 1.


class Vector(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))

    def __add__(self, other):
        return Vector(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other):
        return Vector(self[0] - other[0], self[1] - other[1])

    def __mul__(self, factor):
        return Vector(self[0] * factor, self[1] * factor)

    def __truediv__(self, divisor):
        return Vector(self[0] / divisor, self[1] / divisor)

    def dot(self, other):
        return self[0] * other[0] + self[1] * other[1]

    def length(self):
        return math.sqrt(self.dot(self))

    def direction(self):
        return self / self.length() if self.length() > 0 else ZERO

    def clipped(self, maximum):
        return self * (maximum / self.length()) if self.length() > maximum else self


ZERO = Vector(0.0, 0.0)


class Loop:
    def __init__(self, points):
        self.sides = list(zip(points, points[1:] + points[:1]))
        self.marks = [0.0]
        for start, end in self.sides:
            self.marks.append(self.marks[-1] + (end - start).length())

    def distance_along(self, place):
        best = (math.inf, 0.0)
        for (start, end), mark, after in zip(self.sides, self.marks, self.marks[1:]):
            way = end - start
            share = min(max((place - start).dot(way) / way.dot(way), 0.0), 1.0)
            offset = (place - (start + way * share)).length()
            if offset < best[0]:
                best = (offset, mark + share * (after - mark))
        return best[1]

    def point(self, distance):
        length = self.marks[-1]
        distance -= float(math.floor(distance / length)) * length
        for (start, end), mark, after in zip(self.sides, self.marks, self.marks[1:]):
            if distance <= after:
                return start + (end - start) * ((distance - mark) / (after - mark))


class Agent:
    max_speed, max_acceleration, radius = 1.0, 1.0, 0.5

    def __init__(self, position):
        self.position, self.velocity = position, ZERO
        self.heading, self.wandering = Vector(1.0, 0.0), ZERO

    def turn(self, velocity):
        self.velocity = velocity
        if velocity != ZERO:
            self.heading = velocity.direction()

    def along(self, way):
        return way.direction() * self.max_speed - self.velocity if way != ZERO else ZERO

    def follow(self, loop, time):
        here = loop.distance_along(self.position + self.velocity * time)
        return self.along(loop.point(here + self.max_speed * time) - self.position)

    def wander(self, speed, generator):
        across = generator.uniform() - 0.5
        whim = Vector(across, generator.uniform() - 0.5)
        self.wandering = (self.wandering + whim * 0.5).direction()
        way = self.heading * math.sqrt(2) + self.wandering
        return way.direction() * speed - self.velocity

    def flock(self, others):
        near = []
        for position, velocity in others:
            way = position - self.position
            if way.length() <= 8 and way.dot(self.heading) >= COSINE_OF_2 * way.length():
                near.append((position, velocity))
        if not near:
            return []
        push, middle, movement = ZERO, ZERO, ZERO
        for position, velocity in near:
            way = self.position - position
            push += way / way.dot(way)
            middle += position
            movement += velocity
        return [
            self.along(push),
            movement / len(near) - self.velocity,
            self.along(middle / len(near) - self.position),
        ]

    def avoid(self, others, time):
        first = (math.inf, ZERO)
        for position, velocity in others:
            way, closing = self.position - position, self.velocity - velocity
            square = closing.dot(closing)
            nearest = max(0.0, -way.dot(closing) / square) if square > 0 else 0.0
            there = way + closing * min(nearest, time)
            if there.length() < 2 * self.radius and nearest < first[0]:
                first = (nearest, there)
        if first[0] == math.inf:
            return ZERO
        side = first[1].direction()
        across = side - self.heading * side.dot(self.heading)
        right = Vector(self.heading[1], -self.heading[0])
        return (across.direction() if across.length() > 1e-9 else right) * self.max_speed


def cosine(angle):
    total = 1.0
    for power in range(32, 0, -2):
        total = 1 - total * (angle * angle) / (power * (power - 1))
    return total


COSINE_OF_2 = cosine(2.0)


def group():
    generator = Generator(1)
    loop = Loop([Vector(0.0, 0.0), Vector(30.0, 5.0), Vector(20.0, 40.0)])
    agents = [Agent(Vector(float(place), float(place * place))) for place in range(6)]
    for _ in range(1_000):
        before = [(agent.position, agent.velocity) for agent in agents]
        for place, agent in enumerate(agents):
            others = before[:place] + before[place + 1 :]
            force = agent.follow(loop, 3) + agent.wander(0.7, generator)
            for part in agent.flock(others) + [agent.avoid(others, 2)]:
                force += part
            agent.turn(agent.velocity + force.clipped(agent.max_acceleration) * 0.1)
            agent.turn(agent.velocity.clipped(agent.max_speed))
            agent.position += agent.velocity * 0.1
    return [coordinate for agent in agents for coordinate in agent.position]


if __name__ == "__main__":
    source = Generator(42)
    outcomes = [bell(0, 1_000_000_000, source) for _ in range(1_000)]
    print(f"bell: {', '.join(map(str, outcomes[:3]))}; hash {stable_hash(outcomes)}")
    bits = [struct.unpack("<Q", struct.pack("<d", number))[0] for number in group()]
    print(f"group: hash {stable_hash(bits)}")
