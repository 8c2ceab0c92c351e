import CUV
import Glibc

/// libuv's handle of a stream, whatever carries its bytes.
struct StreamHandle {
    /// What carries the bytes.
    enum Carrier: Equatable {
        case tcp
        case unix
    }

    let carrier: Carrier
    let raw: UnsafeMutablePointer<uv_stream_t>

    /// Makes an unconnected handle.
    ///
    /// A TCP socket is made at once if its family is given.
    init(on loop: Loop, carrier: Carrier, family: Int32) throws(LoopError) {
        let code: Int32
        self.carrier = carrier
        switch carrier {
        case .tcp:
            let tcp = UnsafeMutablePointer<uv_tcp_t>.allocateHandle()
            code = uv_tcp_init_ex(loop.raw, tcp, UInt32(family))
            self.raw = UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_stream_t.self)
        case .unix:
            let pipe = UnsafeMutablePointer<uv_pipe_t>.allocateHandle()
            code = uv_pipe_init(loop.raw, pipe, 0)
            self.raw = UnsafeMutableRawPointer(pipe).assumingMemoryBound(to: uv_stream_t.self)
        }
        guard code == 0 else {
            UnsafeMutableRawPointer(self.raw).deallocate()
            throw .code(code, doing: "making a socket")
        }
    }

    /// The handle as a TCP one, which it must be.
    var tcp: UnsafeMutablePointer<uv_tcp_t> {
        UnsafeMutableRawPointer(self.raw).assumingMemoryBound(to: uv_tcp_t.self)
    }

    /// The handle as one of a Unix socket, which it must be.
    var pipe: UnsafeMutablePointer<uv_pipe_t> {
        UnsafeMutableRawPointer(self.raw).assumingMemoryBound(to: uv_pipe_t.self)
    }

    /// Takes over a connected descriptor; it stays the caller's if that fails.
    func open(_ descriptor: Int32) -> Int32 {
        switch self.carrier {
        case .tcp: uv_tcp_open(self.tcp, descriptor)
        case .unix: uv_pipe_open(self.pipe, descriptor)
        }
    }

    /// How many bytes the kernel took at once: 0 if it has no room; an error's code below that.
    func tryWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        var buffer = uv_buf_t(
            base: base?.assumingMemoryBound(to: CChar.self),
            len: min(bytes.count, Int(Int32.max))
        )
        let taken = uv_try_write(self.raw, &buffer, 1)
        return taken == UV_EAGAIN.rawValue ? 0 : Int(taken)
    }
}
