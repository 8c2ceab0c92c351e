/// What every answer of the page's server carries.
enum PageHeaders {
    /// Scripts and styles come from this server alone, and nothing leads anywhere else; no site may
    /// frame, read or embed any of it.
    ///
    /// Images may come from the one origin that `tiles` names, too.
    static func all(tiles: TileTemplate?) -> [(name: String, value: String)] {
        let images = tiles.map { " \($0.origin)" } ?? ""
        return [
            (
                "Content-Security-Policy",
                """
                default-src 'none'; script-src 'self'; style-src 'self'; \
                img-src 'self' data:\(images); connect-src 'self'; frame-ancestors 'none'; \
                base-uri 'none'; form-action 'none'
                """
            ),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ]
    }
}
