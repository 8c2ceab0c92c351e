import COpenSSL

/// What is wrong with the certificates that a peer showed.
///
/// Paceline takes exactly one self-signed Ed25519 certificate of at most 2 KiB. Names, dates and
/// extensions are ignored: the key is the peer.
public enum CertificateFault: Equatable, Sendable, CustomStringConvertible {
    /// Not exactly one certificate.
    case count(Int)
    /// The certificate's DER encoding is longer than `bytesMaximum`.
    case size(Int)
    /// It is no certificate.
    case encoding
    /// The key is not an Ed25519 key (RFC 8410).
    case keyType
    /// The issuer is not the subject.
    case issuer
    /// The certificate was not signed with its own key.
    case signature

    /// The longest certificate taken, in bytes of DER.
    ///
    /// Ours has about 220 bytes; 2 KiB leaves room for another implementation's extensions.
    public static let bytesMaximum = 2048

    public var description: String {
        switch self {
        case .count(let count):
            "exactly one certificate is taken, and \(count) were shown."
        case .size(let bytes):
            "it has \(bytes) bytes, and at most \(Self.bytesMaximum) are taken."
        case .encoding:
            "it cannot be decoded."
        case .keyType:
            "its key is not an Ed25519 key."
        case .issuer:
            "its issuer is not its subject."
        case .signature:
            "it is not signed with its own key."
        }
    }

    /// The alert that tells the peer so, by way of the verification error that OpenSSL maps to it:
    /// unsupported_certificate for another kind of key, bad_certificate for the rest.
    var verificationError: Int32 {
        switch self {
        case .keyType: X509_V_ERR_INVALID_PURPOSE
        case .count, .size, .encoding, .issuer, .signature: X509_V_ERR_CERT_REJECTED
        }
    }

    /// What is wrong with a peer's first certificate in DER, of `count` that it showed, or `nil` if
    /// it is taken.
    static func found(in encoded: [UInt8], of count: Int) -> CertificateFault? {
        guard count == 1 else { return .count(count) }
        guard encoded.count <= Self.bytesMaximum else { return .size(encoded.count) }
        defer { ERR_clear_error() }
        let certificate = encoded.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_X509(nil, &cursor, bytes.count)
        }
        guard let certificate else { return .encoding }
        defer { X509_free(certificate) }
        guard let key = X509_get0_pubkey(certificate), EVP_PKEY_get_id(key) == EVP_PKEY_ED25519
        else { return .keyType }
        let subject = X509_get_subject_name(certificate)
        guard X509_NAME_cmp(subject, X509_get_issuer_name(certificate)) == 0 else {
            return .issuer
        }
        return X509_verify(certificate, key) == 1 ? nil : .signature
    }
}
