// Without libm: the standard library's own rounding calls it on processors of the base line.
extension Double {
    /// The greatest integer that is not above this number; itself where it is too great for halves.
    var floored: Double {
        guard abs(self) < 0x1p52 else { return self }
        let whole = Double(Int(self))
        return whole > self ? whole - 1 : whole
    }

    /// The nearest integer, away from 0 at halves; itself where it is too great for halves.
    var nearest: Double {
        guard abs(self) < 0x1p52 else { return self }
        let whole = Double(Int(self))
        let rest = self - whole
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
