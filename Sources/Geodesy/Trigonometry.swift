import Glibc

/// Sine and cosine of the C library, for rooms that may not import it.
///
/// Two versions of libm may differ in the last bit, so what rests on these is for display and for
/// decisions of one owner; it never enters a hash or a lockstep.
public enum Trigonometry {
    /// The sine of an angle in radians.
    public static func sine(_ radians: Double) -> Double { sin(radians) }

    /// The cosine of an angle in radians.
    public static func cosine(_ radians: Double) -> Double { cos(radians) }
}
