extension Optional {
    /// The value of a map entry that its message must have.
    ///
    /// For decoders, once the map has been read: `try name.required(key: 2)`.
    public func required(key: Int64) throws(WireError) -> Wrapped {
        guard let value = self else { throw .missingKey(key) }
        return value
    }
}
