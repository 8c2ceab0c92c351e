import CGPS

/// Decodes gpsd's lines with libgps, into memory that is allocated once.
///
/// Each line by itself: nothing of one is left in the next.
struct GPSDecoder: ~Copyable {
    /// 24,496 bytes; owned.
    private let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)

    init() {
        // libgps wants zeros, and has a `gps_data_t` of nothing else for a new one.
        UnsafeMutableRawPointer(self.data)
            .initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<gps_data_t>.size)
    }

    deinit { self.data.deallocate() }

    /// Reads one line, which may hold any bytes.
    func decode(_ line: [UInt8]) throws(MalformedReport) -> GPSReport {
        let outline = try ReportOutline(of: line)
        switch outline.kind {
        case .version:
            self.unpack(outline.rewrittenVersion())
            guard self.has(VERSION_SET) else { throw MalformedReport() }
            return .version(release: Self.string(self.data.pointee.version.release))
        case .devices(let count): return .devices(count)
        case .device: return .device
        case .fix:
            self.unpack(try outline.rewrittenFix())
            guard self.has(STATUS_SET) else { throw MalformedReport() }
            return .fix(self.fix())
        case .other: return .other
        }
    }

    /// Corresponds to `gps_unpack`, which always returns 0: what it read is told by `set`.
    private func unpack(_ text: [CChar]) {
        self.data.pointee.set = 0
        gps_clear_fix(&self.data.pointee.fix)
        var text = text
        gps_unpack(&text, self.data)
    }

    private func has(_ field: UInt64) -> Bool { self.data.pointee.set & field != 0 }

    private func fix() -> GPSFix {
        let fix = self.data.pointee.fix
        var read = GPSFix(mode: Int(fix.mode))
        if self.has(TIME_SET) {
            // Years of four digits, so it fits. Rounded, because libgps makes .283 by a product.
            read.timeMilliseconds =
                Int64(fix.time.tv_sec) * 1_000 + (Int64(fix.time.tv_nsec) + 500_000) / 1_000_000
        }
        if read.mode >= MODE_2D, self.has(LATLON_SET) {
            read.latitude = Self.finite(fix.latitude)
            read.longitude = Self.finite(fix.longitude)
        }
        if read.mode >= MODE_2D, self.has(ALTITUDE_SET) {
            read.altitude = Self.finite(fix.altMSL)
        }
        if self.has(SPEED_SET) { read.speed = Self.finite(fix.speed) }
        if self.has(TRACK_SET) { read.track = Self.finite(fix.track) }
        // No bit tells of it: HERR_SET is for `epx` and `epy`.
        read.error = Self.finite(fix.eph)
        let device = Self.string(self.data.pointee.dev.path)
        read.device = device.isEmpty ? nil : device
        return read
    }

    private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }

    /// The text in an array of `char`, up to its zero byte.
    private static func string<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
