extension CBORReader {
    /// Reads a number of 32 bits.
    public mutating func readUInt32() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try self.readUnsigned(atMost: UInt64(UInt32.max)))
    }

    /// Reads one of a closed list; `what` names one thing on it.
    public mutating func readCase<Case: RawRepresentable<UInt64>>(
        of what: String
    ) throws(WireError) -> Case {
        let number = try self.readUnsigned()
        guard let value = Case(rawValue: number) else {
            throw .unknownValue(what: what, value: number)
        }
        return value
    }
}
