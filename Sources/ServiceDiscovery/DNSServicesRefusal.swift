/// A question that was not opened.
struct DNSServicesRefusal: Error, Equatable {
    let code: ServiceErrorCode
}
