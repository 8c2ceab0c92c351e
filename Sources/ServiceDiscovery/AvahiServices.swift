import CAvahi
import Glibc
import Synchronization

/// Avahi's implementation of dns_sd.h.
///
/// Flags are always 0 and the domain is always `local`: Avahi answers any flag with an error, and
/// crashes in its own cleanup on some other domains.
final class AvahiServices: DNSServices {
    private struct Handle {
        let reference: DNSServiceRef
        let context: UInt
    }

    private static let domain = "local"

    private let reports: ReportBuffer
    private var handles: [ReferenceID: Handle] = [:]

    init(reports: ReportBuffer) {
        self.reports = reports
    }

    /// Must run before the first call of this library, and changes the environment: call it before
    /// other threads read that.
    static func prepare() {
        precondition(isAvahiPrepared)
    }

    func open(_ query: ServiceQuery, as id: ReferenceID) -> Result<Int32, DNSServicesRefusal> {
        let context = callbackTable.withLock { $0.add(id, reporting: self.reports) }
        var reference: DNSServiceRef?
        let pointer = UnsafeMutableRawPointer(bitPattern: context)
        let code = Self.start(query, context: pointer, reference: &reference)
        guard code == kDNSServiceErr_NoError, let reference else {
            callbackTable.withLock { $0.remove(context) }
            return .failure(DNSServicesRefusal(code: ServiceErrorCode(code)))
        }
        self.handles[id] = Handle(reference: reference, context: context)
        return .success(DNSServiceRefSockFD(reference))
    }

    func process(_ id: ReferenceID) -> ServiceErrorCode? {
        guard let handle = self.handles[id] else { return nil }
        let code = DNSServiceProcessResult(handle.reference)
        return code == kDNSServiceErr_NoError ? nil : ServiceErrorCode(code)
    }

    func updateText(_ text: TextRecord, of id: ReferenceID) -> ServiceErrorCode? {
        guard let handle = self.handles[id] else { return nil }
        let bytes = text.encoded
        let code = DNSServiceUpdateRecord(
            handle.reference,
            nil,
            0,
            UInt16(bytes.count),
            bytes,
            0
        )
        return code == kDNSServiceErr_NoError ? nil : ServiceErrorCode(code)
    }

    func close(_ id: ReferenceID) {
        guard let handle = self.handles.removeValue(forKey: id) else { return }
        callbackTable.withLock { $0.remove(handle.context) }
        DNSServiceRefDeallocate(handle.reference)
    }

    private static func start(
        _ query: ServiceQuery,
        context: UnsafeMutableRawPointer?,
        reference: inout DNSServiceRef?
    ) -> DNSServiceErrorType {
        switch query {
        case .browse(let type):
            return DNSServiceBrowse(
                &reference,
                0,
                0,
                type.text,
                self.domain,
                browseAnswered,
                context
            )
        case .register(let advert, let type, let interface):
            let text = advert.text.encoded
            return DNSServiceRegister(
                &reference,
                0,
                interface,
                advert.label,
                type.text,
                self.domain,
                nil,
                advert.port.bigEndian,
                UInt16(text.count),
                text,
                registerAnswered,
                context
            )
        case .resolve(let label, let type, let interface):
            return DNSServiceResolve(
                &reference,
                0,
                interface,
                label,
                type.text,
                self.domain,
                resolveAnswered,
                context
            )
        case .addresses(let host, let family, let interface):
            let kind = family == .v4 ? kDNSServiceType_A : kDNSServiceType_AAAA
            return DNSServiceQueryRecord(
                &reference,
                0,
                interface,
                host,
                UInt16(kind),
                UInt16(kDNSServiceClass_IN),
                queryAnswered,
                context
            )
        }
    }
}

// MARK: The library's state, which is the process's

/// Installs an allocator that clears.
///
/// Avahi 0.8 forgets to clear the callbacks of its references, and calls what it finds there when
/// avahi-daemon restarts. Avahi keeps the pointer, so the struct lives as long as the process.
private let isAvahiPrepared: Bool = {
    let allocator = UnsafeMutablePointer<AvahiAllocator>.allocate(capacity: 1)
    allocator.initialize(
        to: AvahiAllocator(
            malloc: { calloc(1, $0) },
            free: { free($0) },
            realloc: { realloc($0, $1) },
            calloc: { calloc($0, $1) }
        )
    )
    avahi_set_allocator(allocator)
    return setenv("AVAHI_COMPAT_NOWARN", "1", 1) == 0
}()

/// Whom a callback's integer means.
///
/// It is never a pointer: a late callback finds nothing here.
private struct CallbackTable: ~Copyable {
    private struct Target {
        let id: ReferenceID
        let reports: ReportBuffer
    }

    private var targets: [UInt: Target] = [:]
    private var last: UInt = 0

    mutating func add(_ id: ReferenceID, reporting reports: ReportBuffer) -> UInt {
        self.last += 1
        self.targets[self.last] = Target(id: id, reports: reports)
        return self.last
    }

    mutating func remove(_ context: UInt) {
        self.targets[context] = nil
    }

    /// Callbacks run only inside calls on the thread that owns the buffer.
    func report(_ answer: ServiceAnswer, to context: UnsafeMutableRawPointer?) {
        guard let target = self.targets[UInt(bitPattern: context)] else { return }
        target.reports.append(answer, for: target.id)
    }
}

private let callbackTable = Mutex(CallbackTable())

private func report(_ answer: ServiceAnswer, to context: UnsafeMutableRawPointer?) {
    callbackTable.withLock { $0.report(answer, to: context) }
}

// MARK: Callbacks: copy, and leave

private let browseAnswered: DNSServiceBrowseReply = {
    _,
    flags,
    interface,
    code,
    name,
    _,
    _,
    context in
    guard code == kDNSServiceErr_NoError else {
        return report(.failed(ServiceErrorCode(code)), to: context)
    }
    guard let name, let label = String(validatingCString: name) else { return }
    let isAdded = flags & UInt32(kDNSServiceFlagsAdd) != 0
    report(.browsed(isAdded: isAdded, label: label, interface: interface), to: context)
}

private let registerAnswered: DNSServiceRegisterReply = { _, _, code, name, _, _, context in
    guard code == kDNSServiceErr_NoError else {
        return report(.failed(ServiceErrorCode(code)), to: context)
    }
    guard let name, let label = String(validatingCString: name) else { return }
    report(.registered(label: label), to: context)
}

private let resolveAnswered: DNSServiceResolveReply = {
    _,
    _,
    interface,
    code,
    _,
    host,
    port,
    length,
    text,
    context in
    guard code == kDNSServiceErr_NoError else {
        return report(.failed(ServiceErrorCode(code)), to: context)
    }
    guard let host, let name = String(validatingCString: host) else { return }
    let bytes = Array(UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(length)))
    report(
        .resolved(
            host: name,
            port: UInt16(bigEndian: port),
            text: TextRecord(received: bytes),
            interface: interface
        ),
        to: context
    )
}

private let queryAnswered: DNSServiceQueryRecordReply = {
    _,
    flags,
    interface,
    code,
    _,
    _,
    _,
    length,
    data,
    _,
    context in
    guard code == kDNSServiceErr_NoError else {
        return report(.failed(ServiceErrorCode(code)), to: context)
    }
    // The time to live is always 0 here and means nothing; only the flag tells a goodbye.
    guard flags & UInt32(kDNSServiceFlagsAdd) != 0, let data else { return }
    let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    report(.address(bytes: bytes, interface: interface), to: context)
}
