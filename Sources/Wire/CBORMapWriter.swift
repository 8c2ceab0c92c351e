/// Sets the entries of one map, for `CBORWriter.writeMap(_:)`.
///
/// Keys must be set in deterministic order: 0, 1, 2 … and then −1, −2 …; anything else is a mistake
/// of the caller and stops the program. An entry set to `nil` is left out.
public struct CBORMapWriter: Sendable {
    private var writer: CBORWriter
    private var lastKey: Int64?
    /// How many entries have been set.
    private(set) var count = 0

    init(writer: consuming CBORWriter) {
        self.writer = writer
    }

    /// Sets an unsigned integer.
    public mutating func set(key: Int64, unsigned value: UInt64?) {
        guard let value else { return }
        self.set(key: key) { $0.write(unsigned: value) }
    }

    /// Sets an integer.
    public mutating func set(key: Int64, signed value: Int64?) {
        guard let value else { return }
        self.set(key: key) { $0.write(signed: value) }
    }

    /// Sets a float.
    public mutating func set(key: Int64, float value: Double?) {
        guard let value else { return }
        self.set(key: key) { $0.write(float: value) }
    }

    /// Sets a boolean.
    public mutating func set(key: Int64, bool value: Bool?) {
        guard let value else { return }
        self.set(key: key) { $0.write(value) }
    }

    /// Sets a byte string.
    public mutating func set(key: Int64, bytes value: [UInt8]?) {
        guard let value else { return }
        self.set(key: key) { $0.write(bytes: value) }
    }

    /// Sets a text.
    public mutating func set(key: Int64, text value: String?) {
        guard let value else { return }
        self.set(key: key) { $0.write(text: value) }
    }

    /// Sets a value that writes itself.
    public mutating func set<Value: CBOREncodable>(key: Int64, value: Value?) {
        guard let value else { return }
        self.set(key: key) { $0.write(value) }
    }

    /// Sets an array of values that write themselves.
    public mutating func set<Element: CBOREncodable>(key: Int64, array values: [Element]?) {
        guard let values else { return }
        self.set(key: key) { $0.write(array: values) }
    }

    /// Sets whatever `write` writes, which must be exactly one value.
    public mutating func set(key: Int64, _ write: (inout CBORWriter) -> Void) {
        if let lastKey {
            precondition(
                MapKeyOrder(lastKey) < MapKeyOrder(key),
                "Map key \(key) is set after key \(lastKey), which follows it in order"
            )
        }
        self.lastKey = key
        self.count += 1
        self.writer.write(signed: key)
        write(&self.writer)
    }

    /// Hands the bytes back, so that nobody holds them twice.
    mutating func finished() -> CBORWriter {
        let writer = self.writer
        self.writer = CBORWriter()
        return writer
    }
}
