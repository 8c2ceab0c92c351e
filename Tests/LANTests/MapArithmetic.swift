/// What the map's arithmetic must hold to, in the page's own language.
enum MapArithmetic {
    /// Returns the names of those claims that don't hold.
    ///
    /// `plane`, `Motion` and `Trail` are what the page's modules export.
    static let script = """
        const { between, frame, isPlace, metres, near, turn, unwrapped, wrapped } = plane;
        const about = (one, other, error = 1e-6) => Math.abs(one - other) <= error;
        const [[, west], [, east]] = frame([[0, 179.99], [1, -179.99], [0, 180]]);
        const [[, left], [, right]] = frame([[0, -10], [0, 20], [0, 5]]);
        const motion = new Motion([0, 179.9995]);
        motion.go([0, -179.9995], 1000, 500);
        const far = new Motion([0, 0]);
        const trail = new Trail();
        [179.999, 179.9995, -180, -179.9995].forEach((it, at) => trail.note([0, it], at * 1e3));
        const crossing = trail.lines(4e3, 6e4);
        trail.note([0.01, -179.999], 5e3);
        trail.note([0.01, -179.9985], 6e3);
        const afterLeap = trail.lines(6e3, 6e4);
        trail.cut();
        trail.note([0.01, -179.9984], 7e3);
        trail.note([0.01, -179.998], 8e3);
        trail.note([0.01, -179.9975], 5e4);
        trail.note([0.01, -179.997], 5.1e4);
        const afterSilence = trail.lines(5.1e4, 6e4);
        const rest = new Trail();
        for (let second = 0; second <= 70; second += 1) rest.note([0, 0], second * 1e3);
        rest.lines(70e3, 60e3);
        [1, 2].forEach((it) => rest.note([0, it / 1e4], 70e3 + it * 1e3));
        const claims = {
          "a frame across 180 is narrow": about(west, 179.99) && about(east, 180.01),
          "a frame elsewhere is what it is": left === -10 && right === 20,
          "no places have no frame": frame([]) === null,
          "one place is its frame": frame([[1, 2]]).flat().join() === "1,2,1,2",
          "half the way across 180": about(between([0, 179.9], [0, 180.1], 0.5)[1], 180),
          "the end of a way is its end": between([1, 2], [3, 4], 1).join() === "3,4",
          "half the way north is half of it on the map":
            between([0, 0], [60, 0], 0.5)[0] > 33 && between([0, 0], [60, 0], 0.5)[0] < 37,
          "the copy that is near": near(-179.9995, 179.9995) === 180.0005 && near(0, 719) === 720,
          "the one copy that a daemon knows":
            about(wrapped(180.0005), -179.9995) && wrapped(180) === -180,
          "111 m across 180": about(metres([0, 179.9995], [0, -179.9995]), 111.2, 0.1),
          "no metres to itself": metres([37.3, -122.009], [37.3, -122.009]) === 0,
          "half the world": about(metres([0, 0], [0, 180]), 20015114, 1),
          "turns are short": turn(350, 10) === 20 && turn(5, 355) === -10 && turn(725, 355) === -10,
          "a row across 180":
            unwrapped([[0, 179], [0, -179], [0, 179]], 0).join(" ") === "0,179 0,181 0,179",
          "no place": ![[NaN, 0], [0, NaN], [Infinity, 0], [null, 0], ["0", "0"], [91, 0], [0, 181],
            [undefined, undefined]].some((it) => isPlace(...it)),
          "a place": [[0, 0], [-90, 180], [90, -180]].every((it) => isPlace(...it)),
          "a motion across 180":
            about(motion.at(1250)[1], 180) && about(motion.at(9e9)[1], 180.0005),
          "a motion begins where it is": motion.at(1000)[1] === 179.9995,
          "a leap is no ride": far.reaches([0, 0.0017]) && !far.reaches([0, 0.0019]),
          "a trail across 180 is one line": crossing.length === 1 && crossing[0].length === 4
            && about(crossing[0][3][1], 180.0005),
          "a leap leaves a gap": afterLeap.length === 2 && afterLeap[1].length === 2,
          "so do a cut and a silence": afterSilence.length === 4,
          "a rider that stood for long has a trail again": rest.lines(72e3, 60e3).length === 1,
        };
        return Object.entries(claims).filter(([, holds]) => !holds).map(([name]) => name);
        """
}
