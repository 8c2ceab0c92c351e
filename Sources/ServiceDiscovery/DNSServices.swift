/// The part of dns_sd.h that is used, so that its faults can be played without Avahi.
///
/// Made and used on one thread. Every call may block for 25 s. What Avahi says goes into the
/// `ReportBuffer` that the conformer was made with.
protocol DNSServices: AnyObject {
    /// Opens a question and returns the descriptor to poll.
    func open(_ query: ServiceQuery, as id: ReferenceID) -> Result<Int32, DNSServicesRefusal>
    /// Lets the library read what made the descriptor readable; otherwise it would block for good.
    func process(_ id: ReferenceID) -> ServiceErrorCode?
    /// Changes the TXT record of an open registration.
    func updateText(_ text: TextRecord, of id: ReferenceID) -> ServiceErrorCode?
    /// Frees a question; an unknown one is ignored.
    func close(_ id: ReferenceID)
}
