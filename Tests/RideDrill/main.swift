// Steps many simulants once a simulated second, and prints what that costs.
//
// usage: RideDrill RIDERS SECONDS tutorial|party

let words = CommandLine.arguments.dropFirst()
guard words.count == 3, let riders = words.first.flatMap({ Int($0) }), riders > 0,
    let seconds = words.dropFirst().first.flatMap({ Int($0) }), seconds > 0,
    let mode = Stepping.mode(words.last ?? "")
else {
    Stepping.refuse("usage: RideDrill RIDERS SECONDS tutorial|party")
}
try Stepping(riders: riders, seconds: seconds, mode: mode).run()
