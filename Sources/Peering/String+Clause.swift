extension String {
    /// A sentence as a clause that may follow a colon: without its full stop.
    var clause: String { self.hasSuffix(".") ? String(self.dropLast()) : self }
}
