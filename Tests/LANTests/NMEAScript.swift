/// A receiver that rides due north, and says so in NMEA 0183 by UDP, twice a second.
///
/// Arguments: the port on this host; `no-fix` or `fix`; where it begins, in degrees; and its speed
/// in knots. It prints the latitude of each place before it says it, and the time in milliseconds.
let nmeaScript = #"""
    import socket, sys, time

    port, mode = int(sys.argv[1]), sys.argv[2]
    start, longitude, knots = map(float, sys.argv[3:])
    METRES_PER_DEGREE = 111_000  # Of latitude; as good as it need be, since it prints the outcome.
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def say(body):
        check = 0
        for byte in body.encode():
            check ^= byte
        out.sendto(f"${body}*{check:02X}\r\n".encode(), ("127.0.0.1", port))

    def minutes(degrees, width):
        whole = int(abs(degrees))
        return f"{whole:0{width}d}{(abs(degrees) - whole) * 60:08.5f}"

    # A whole tenth, which is all that gpsd keeps of a time.
    began = time.time() // 0.5 * 0.5
    for number in range(1_000_000):
        now = began + number * 0.5
        time.sleep(max(0, now - time.time()))
        clock = time.strftime("%H%M%S", time.gmtime(now)) + f".{int(now * 10 % 10)}0"
        date = time.strftime("%d%m%y", time.gmtime(now))
        latitude = start + (now - began) * knots * 1852 / 3600 / METRES_PER_DEGREE
        if mode == "no-fix":
            say(f"GPGGA,{clock},,,,,0,00,,,M,,M,,")
            say("GPGSA,A,1,,,,,,,,,,,,,,,")
            say(f"GPRMC,{clock},V,,,,,,,{date},,,N")
        else:
            place = (f"{minutes(latitude, 2)},{'N' if latitude >= 0 else 'S'},"
                     f"{minutes(longitude, 3)},{'E' if longitude >= 0 else 'W'}")
            print(f"{latitude:.7f} {now * 1000:.0f}", flush=True)
            say(f"GPGGA,{clock},{place},1,08,0.9,60.0,M,-30.0,M,,")
            say("GPGSA,A,3,04,05,09,12,24,25,29,31,,,,,1.5,0.9,1.2")
            # Standard deviations in metres, which must not be taken for a place.
            say(f"GPGST,{clock},1.2,2.0,1.0,45.0,1.5,1.3,2.9")
            say(f"GPRMC,{clock},A,{place},{knots:.1f},000.0,{date},,,A")
    """#
