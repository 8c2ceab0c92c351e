import CUV
import Glibc

/// Tells that something about the network has changed: a link, an address or a route.
///
/// Loop-confined. What has changed is not said: list the interfaces and compare. It lives until it
/// is closed.
public final class InterfaceWatch {
    /// 100 ms: a cable that is plugged in makes a dozen changes in a row.
    ///
    /// Counted from the first of them, so that a link that flaps for ever is still told.
    private static let gathering = Duration.milliseconds(100)
    /// 16 KiB: two of the kernel's messages at their largest; contents are not looked at.
    private static let messageBytes = 16_384

    private let loop: Loop
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var isClosed = false

    public init(on loop: Loop, changed: @escaping () -> Void) throws(LoopError) {
        loop.assertConfined()
        self.loop = loop
        self.descriptor = try Self.subscribe()
        let timer = LoopTimer(on: loop, handler: changed)
        self.timer = timer
        do {
            // The watch retains this object until `close`.
            let watch = try DescriptorWatch(
                on: loop,
                borrowing: self.descriptor,
                handler: { _ in self.drain() },
                closed: { self.close() }
            )
            self.watch = watch
            watch.start(.readable)
        } catch {
            timer.close()
            Glibc.close(self.descriptor)
            throw error
        }
    }

    /// Stops watching.
    ///
    /// The handler is never called again.
    public func close() {
        self.loop.assertConfined()
        guard !self.isClosed else { return }
        self.isClosed = true
        self.watch?.close()
        self.timer?.close()
        Glibc.close(self.descriptor)
    }

    /// Opens a netlink socket that hears of links, addresses and routes (rtnetlink(7)).
    private static func subscribe() throws(LoopError) -> Int32 {
        let flags = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, flags, NETLINK_ROUTE)
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE
                | RTMGRP_IPV6_ROUTE
        )
        let code = withUnsafePointer(to: address) { pointer in
            bind(
                descriptor,
                UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_nl>.size)
            )
        }
        guard code == 0 else {
            let fault = SystemFault(number: errno)
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw .system(doing: "watching the network's interfaces", fault: fault)
        }
        return descriptor
    }

    private func drain() {
        var hasChanged = false
        withUnsafeTemporaryAllocation(byteCount: Self.messageBytes, alignment: 8) { buffer in
            while true {
                let count = recv(self.descriptor, buffer.baseAddress, buffer.count, 0)
                // ENOBUFS: more happened than the socket could hold. Something changed, then.
                guard count > 0 || count < 0 && (errno == ENOBUFS || errno == EINTR) else { break }
                hasChanged = true
            }
        }
        // An overrun stops the watch (`DescriptorWatch.Events.failed`).
        self.watch?.start(.readable)
        if hasChanged, let timer = self.timer, !timer.isArmed {
            timer.arm(after: Self.gathering)
        }
    }
}
