import COpenSSL

/// The certificate that goes with a key: the same key always has the same one, byte for byte.
///
/// Ed25519 signatures are deterministic (RFC 8032), so it is enough that nothing else in it varies:
/// the serial number comes from the key, the dates are fixed. Nobody reads name or dates.
enum SelfSignedCertificate {
    private static let commonName = "paceline"
    private static let notBefore = "20000101000000Z"
    /// RFC 5280, section 4.1.2.5: a certificate without a well-defined end.
    private static let notAfter = "99991231235959Z"
    private static let serialByteCount = 16

    /// The DER encoding of the certificate of `key`, whose public half has the digest `digest`.
    ///
    /// Borrowed: `key` stays the caller's.
    static func encoded(for key: OpaquePointer, digest: [UInt8]) throws(TLSError) -> [UInt8] {
        guard let certificate = X509_new() else { throw .drained(in: "X509_new") }
        defer { X509_free(certificate) }
        var serial = [UInt8](digest.prefix(Self.serialByteCount))
        serial[0] = serial[0] & 0x3f | 0x40  // positive, and without a leading zero
        let name = X509_get_subject_name(certificate)
        guard
            X509_set_version(certificate, 2) == 1,  // which means version 3
            ASN1_STRING_set(
                X509_get_serialNumber(certificate),
                serial,
                Int32(serial.count)
            ) == 1,
            X509_NAME_add_entry_by_txt(
                name,
                "CN",
                MBSTRING_UTF8,
                Self.commonName,
                -1,
                -1,
                0
            ) == 1,
            X509_set_issuer_name(certificate, name) == 1,
            ASN1_TIME_set_string_X509(
                X509_getm_notBefore(certificate),
                Self.notBefore
            ) == 1,
            ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), Self.notAfter) == 1,
            X509_set_pubkey(certificate, key) == 1
        else { throw .drained(in: "X509_set_pubkey") }
        guard X509_sign(certificate, key, nil) > 0 else { throw .drained(in: "X509_sign") }
        return Self.bytes { i2d_X509(certificate, $0) }
    }

    /// What one of OpenSSL's `i2d_` functions writes.
    static func bytes(
        of encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8] {
        let capacity = Int(max(0, encode(nil)))
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var cursor = buffer.baseAddress
            count = Int(max(0, encode(&cursor)))
        }
    }
}
