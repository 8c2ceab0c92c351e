import Foundation
import Testing

/// Holds the table of what is shown to what there is.
@Suite struct CoverageTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private var places: [RideCoverage.Place] {
        [RideCoverage.behaviours, RideCoverage.quirks, RideCoverage.cases].flatMap(\.values)
    }

    @Test func `every behaviour, quirk and case has its line`() {
        #expect(RideCoverage.behaviours.keys.sorted() == Array(1...21))
        #expect(RideCoverage.quirks.keys.sorted() == Array(1...30))
        // Numbers that are missing from the list of cases are intended.
        let absent: Set = [2, 14, 23, 41, 43, 49, 55, 59]
        #expect(RideCoverage.cases.keys.sorted() == (1...60).filter { !absent.contains($0) })
    }

    @Test func `every test that the table names is there`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: self.folder.path
        )
        let sources = try files.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: self.folder.appending(path: $0), encoding: .utf8)
        }
        for name in self.places.flatMap(\.names) {
            #expect(sources.contains { $0.contains("func `\(name)`(") }, "\(name)")
        }
    }

    @Test func `every test of another room that the table names is there`() throws {
        for case .elsewhere(let room, let name) in self.places {
            let folder = self.folder.deletingLastPathComponent().appending(path: room)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let sources = try files.filter { $0.hasSuffix("Tests.swift") }.map {
                try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
            }
            #expect(sources.contains { $0.contains("func `\(name)`(") }, "\(name)")
        }
    }

    @Test func `every other room that the table names has tests`() throws {
        for case .room(let name) in self.places {
            let room = self.folder.deletingLastPathComponent().appending(path: name)
            let files = try FileManager.default.contentsOfDirectory(atPath: room.path)
            #expect(files.contains { $0.hasSuffix("Tests.swift") }, "\(name)")
        }
    }
}
