/// The ARC4 (RC4) generator: its bytes are the keystream of the cipher whose key is the seed.
///
/// Counterpart of `GKARC4RandomSource`. Vectors: the cipher's well-known ones, such as the
/// keystream `EB9F7781B734CA72A719` of the key "Key"; RFC 6229 has more.
public struct ARC4RandomSource: RandomSource {
    /// How many bytes a state takes: the permutation and its two indices.
    public static let stateByteCount = 258

    private var permutation: [UInt8]
    private var first: UInt8 = 0
    private var second: UInt8 = 0

    /// Makes the source whose sequence is decided by the seed.
    ///
    /// - Parameter seed: the key; bytes past the 256th change nothing. An empty one stands for a
    ///   single zero.
    public init(seed: [UInt8]) {
        let key = seed.isEmpty ? [0] : seed
        self.permutation = Array(0...255)
        var other: UInt8 = 0
        for index in 0..<256 {
            other &+= self.permutation[index] &+ key[index % key.count]
            self.permutation.swapAt(index, Int(other))
        }
    }

    /// Goes on where another source stood.
    ///
    /// - Parameter state: what ``state`` gave; `nil` comes of anything that it cannot have given.
    public init?(state: [UInt8]) {
        guard state.count == Self.stateByteCount else { return nil }
        self.permutation = Array(state[..<256])
        guard Set(self.permutation).count == 256 else { return nil }
        self.first = state[256]
        self.second = state[257]
    }

    /// Where the sequence stands.
    ///
    /// The seed can't be told from it.
    public var state: [UInt8] { self.permutation + [self.first, self.second] }

    /// The next byte of the keystream.
    public mutating func nextByte() -> UInt8 {
        self.first &+= 1
        let one = self.permutation[Int(self.first)]
        self.second &+= one
        let two = self.permutation[Int(self.second)]
        self.permutation[Int(self.first)] = two
        self.permutation[Int(self.second)] = one
        return self.permutation[Int(one &+ two)]
    }

    /// The next four bytes, the first in front.
    public mutating func nextWord() -> UInt32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word << 8 | UInt32(self.nextByte()) }
        return word
    }

    /// Passes over that many bytes.
    ///
    /// The first bytes of the keystream give hints of the key; Apple's header wants more than 768
    /// of them dropped where that matters.
    public mutating func dropValues(_ count: Int) {
        for _ in 0..<max(0, count) { _ = self.nextByte() }
    }
}
