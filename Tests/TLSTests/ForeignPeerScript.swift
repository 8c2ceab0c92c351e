/// A peer of another make: Python's pyOpenSSL, with certificates from Python's cryptography.
///
/// It speaks TLS over descriptors 0 and 1, echoes what it reads, and reports on descriptor 2, a
/// line for each thing that happened. Its arguments are the role, the kind of certificate, the
/// application protocols and the TLS version; with the role `encode` it prints the certificate.
let foreignPeerScript = #"""
    import datetime, hashlib, os, sys
    from OpenSSL import SSL, crypto
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    role, kind, protocols, version = sys.argv[1:]

    def report(*words):
        os.write(2, (" ".join(map(str, words)) + "\n").encode())

    def make_key(kind):
        if kind == "rsa":
            return rsa.generate_private_key(public_exponent=65537, key_size=3072)
        if kind == "p256":
            return ec.generate_private_key(ec.SECP256R1())
        return ed25519.Ed25519PrivateKey.generate()

    def named(name):
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    def certificate(key, signer, subject="ada", issuer="ada", padding=0, year=2000):
        builder = (x509.CertificateBuilder().subject_name(named(subject))
            .issuer_name(named(issuer)).public_key(key.public_key()).serial_number(7)
            .not_valid_before(datetime.datetime(year, 1, 1))
            .not_valid_after(datetime.datetime(year + 1, 1, 1)))
        if padding:
            extension = x509.UnrecognizedExtension(
                x509.ObjectIdentifier("1.3.6.1.4.1.55555.1"), b"x" * padding)
            builder = builder.add_extension(extension, critical=True)
        plain = isinstance(signer, ed25519.Ed25519PrivateKey)
        made = builder.sign(signer, None if plain else hashes.SHA256())
        return made.public_bytes(serialization.Encoding.DER)

    def make_certificate(kind, key):
        if kind == "issuer":
            return certificate(key, key, issuer="bob")
        if kind == "foreign":
            return certificate(key, make_key("ed25519"))
        if kind == "signature":
            made = bytearray(certificate(key, key))
            made[-1] ^= 1
            return bytes(made)
        if kind.startswith("size"):
            wanted = int(kind[4:])
            for padding in range(wanted - 400, wanted):
                made = certificate(key, key, padding=padding)
                if len(made) == wanted:
                    return made
        if kind == "future":
            return certificate(key, key, subject="\u00e9ve", issuer="\u00e9ve", year=2600)
        return certificate(key, key)

    def digest_of(key):
        return hashlib.sha256(key.public_bytes(
            serialization.Encoding.DER,
            serialization.PublicFormat.SubjectPublicKeyInfo)).hexdigest()

    key = make_key(kind)
    encoded = make_certificate(kind, key)
    report("digest", digest_of(key.public_key()))
    if role == "encode":
        report("certificate", encoded.hex())
        report("key", key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()).hex())
        report("encrypted", key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret")).hex())
        sys.exit(0)

    context = SSL.Context(SSL.TLS_METHOD)
    context.set_cipher_list(b"ALL:@SECLEVEL=0")
    numbers = {"1.2": SSL.TLS1_2_VERSION, "1.3": SSL.TLS1_3_VERSION}
    context.set_max_proto_version(numbers[version])
    context.set_verify(SSL.VERIFY_PEER, lambda *_: True)
    if kind != "none":
        context.use_certificate(crypto.load_certificate(crypto.FILETYPE_ASN1, encoded))
        context.use_privatekey(crypto.load_privatekey(crypto.FILETYPE_PEM, key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption())))
    if kind == "chain":
        other = make_key("ed25519")
        context.add_extra_chain_cert(crypto.load_certificate(
            crypto.FILETYPE_ASN1, certificate(other, other)))
    names = [name.encode() for name in protocols.split(",") if name]
    if names and role == "client":
        context.set_alpn_protos(names)
    if names and role == "server":
        context.set_alpn_select_callback(lambda _, offered: names[0])

    connection = SSL.Connection(context, None)
    connection.set_connect_state() if role == "client" else connection.set_accept_state()

    def flush():
        while True:
            try:
                data = connection.bio_read(65536)
            except SSL.WantReadError:
                return
            while data:
                data = data[os.write(1, data):]

    def step(action):
        while True:
            try:
                result = action()
                flush()
                return result
            except SSL.WantReadError:
                flush()
                data = os.read(0, 65536)
                if not data:
                    report("eof")
                    sys.exit(0)
                connection.bio_write(data)

    try:
        step(connection.do_handshake)
        peer = connection.get_peer_certificate().to_cryptography().public_key()
        report("complete", digest_of(peer),
            connection.get_alpn_proto_negotiated().decode() or "-",
            connection.export_keying_material(b"EXPORTER-test", 32, b"context").hex())
        while True:
            data = step(lambda: connection.recv(65536))
            step(lambda: connection.sendall(data))
    except SSL.ZeroReturnError:
        report("closed")
    except SSL.Error as error:
        flush()
        report("error", error)
    """#
