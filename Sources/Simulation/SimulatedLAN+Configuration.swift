extension SimulatedLAN {
    /// What a run is made of.
    public struct Configuration: Equatable, Sendable {
        /// Decides everything.
        public var seed: UInt64
        /// How many daemons there are.
        public var members: Int
        /// How much trouble there is.
        public var plan = FaultPlan()
        /// The daemons start within this time of each other.
        public var startWithin = Duration.seconds(2)
        /// Daemons that start only when they are told to.
        public var startingLater: Set<Int> = []
        /// Whether people play, rename and the like.
        public var hasPeople = false
        /// Of a thousand doings of people, how many have to do with the ride; with 0 no daemon
        /// takes part in it.
        public var ridesPerMille = 0
        /// An error that is made on purpose, at every daemon, to see it caught.
        public var planted: PlantedFault?
        /// Daemons that use the key of daemon 0.
        public var clones: Set<Int> = []
        /// The longest way of a packet on a link without trouble.
        public var delayMaximum = Duration.milliseconds(2)

        /// A run without trouble.
        public init(seed: UInt64, members: Int) {
            self.seed = seed
            self.members = members
        }
    }
}
