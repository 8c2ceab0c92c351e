import Peers

/// What simulants are called: the tutorial's three, then others, then the same with a number.
enum SimulantNames {
    private static let first = [
        "Waldo", "Sue", "Vikas", "Amara", "Bjørn", "Chiyo", "Dalia", "Emeka", "Freya", "Goran",
        "Hana", "Ilse", "Joaquín", "Keira", "Lars", "Mei", "Nadia", "Otto", "Priya", "Quentin",
        "Rosa", "Sami", "Tove", "Uma", "Viggo", "Wren", "Xochitl", "Yusuf", "Zofia", "Anselm",
        "Brigid", "Cosmo",
    ]

    /// The name of the simulant with that number, from 1; the list never ends.
    static func name(_ number: UInt32) -> DisplayName {
        let (round, place) = Int(max(1, number) - 1).quotientAndRemainder(
            dividingBy: self.first.count
        )
        let text = self.first[place] + (round > 0 ? " \(round + 1)" : "")
        do {
            return try DisplayName(text)
        } catch {
            preconditionFailure("The simulant \(number) can't be called \(text): \(error)")
        }
    }
}
