/// Finds services on the LAN and makes one known, by DNS-SD over multicast DNS (RFC 6762, RFC
/// 6763).
///
/// It talks to avahi-daemon through dns_sd.h, whose calls block for up to 25 s, on a thread of its
/// own. Commands come from any thread and never block. The handler is called on that thread or, for
/// `unavailable` and `available` while a call hangs, on the watchdog's; never on two at once, and
/// never after `stop` returned. It must not block, and must not call `stop`.
///
/// When avahi-daemon or D-Bus goes away everything is asked for anew once it is back: nothing has
/// to be done about `unavailable`. What was found stays found unless it is missing 5 s after the
/// return.
public final class ServiceDiscovery: Sendable {
    private let inbox: CommandInbox
    private let announcer: Announcer
    private let watchdog: Watchdog
    private let watchdogLoop: BackgroundLoop
    private let driverLoop: BackgroundLoop

    /// Starts the threads; nothing is asked of Avahi before the first command.
    ///
    /// Make the first one before other threads read the environment: it sets `AVAHI_COMPAT_NOWARN`.
    public convenience init(
        type: String,
        handler: @escaping @Sendable (DiscoveryEvent) -> Void
    ) throws(ServiceDiscoveryError) {
        AvahiServices.prepare()
        try self.init(type: type, handler: handler) { AvahiServices(reports: $0) }
    }

    init(
        type: String,
        handler: @escaping @Sendable (DiscoveryEvent) -> Void,
        services: @escaping @Sendable (ReportBuffer) -> any DNSServices
    ) throws(ServiceDiscoveryError) {
        let type = try ServiceType(type)
        let inbox = try CommandInbox()
        let announcer = Announcer(handler)
        let watchdog = try Watchdog(announcer: announcer)
        self.watchdogLoop = try BackgroundLoop { watchdog.run() }
        do throws(ServiceDiscoveryError) {
            self.driverLoop = try BackgroundLoop {
                DiscoveryDriver(
                    type: type,
                    inbox: inbox,
                    announcer: announcer,
                    watchdog: watchdog,
                    services: services
                ).run()
            }
        } catch {
            watchdog.stop()
            throw error
        }
        self.inbox = inbox
        self.announcer = announcer
        self.watchdog = watchdog
    }

    /// Makes this advert known until it is withdrawn, in place of the one before.
    ///
    /// Answered by `registered` or `registrationFailed`.
    public func advertise(_ advert: ServiceAdvert) {
        self.inbox.post(.advertise(advert))
    }

    /// Changes the advert's TXT record; without an advert it does nothing.
    public func updateText(_ text: TextRecord) {
        self.inbox.post(.updateText(text))
    }

    /// Says goodbye.
    public func withdraw() {
        self.inbox.post(.withdraw)
    }

    /// Begins to report `found` and `lost`, on all interfaces, for good.
    ///
    /// This host's own adverts are reported too.
    public func browse() {
        self.inbox.post(.browse)
    }

    /// Asks for an instance's host, TXT record and addresses on one interface.
    ///
    /// Three look-ups run at once; 512 wait, and beyond that the oldest fails. The newest has its
    /// turn first. `lookUpEnded` comes exactly once, within 9 s of its turn. A token that is in use
    /// is ignored.
    public func lookUp(_ token: UInt64, label: String, interface: UInt32) {
        self.inbox.post(
            .lookUp(LookUp.Request(token: token, label: label, interface: interface))
        )
    }

    /// Ends a look-up; after its `lookUpEnded` nothing more is told of it.
    public func cancelLookUp(_ token: UInt64) {
        self.inbox.post(.cancelLookUp(token: token))
    }

    /// Closes everything and asks anew, for instance after the network changed; at most once a
    /// second.
    public func rebuild() {
        self.inbox.post(.rebuild)
    }

    /// Says goodbye and ends both threads; blocks for `patience` at most.
    ///
    /// A thread that hangs in Avahi is left behind and ends by itself when the call returns.
    /// Returns whether all ended in time.
    @discardableResult
    public func stop(within patience: Duration = .seconds(1)) -> Bool {
        let deadline = MonotonicTime.now() + patience
        self.announcer.end()
        self.inbox.stop()
        let hasEnded = self.driverLoop.join(until: deadline)
        self.watchdog.stop()
        return self.watchdogLoop.join(
            until: max(deadline, MonotonicTime.now() + .milliseconds(100))
        )
            && hasEnded
    }

    deinit {
        self.announcer.end()
        self.inbox.stop()
        self.watchdog.stop()
    }
}
