import Glibc

/// A thread that runs one closure and is joined.
package final class TestThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private var thread = pthread_t()

    package init(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            guard let argument = $0 else { return nil }
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }
        pthread_create(&self.thread, nil, start, argument)
    }

    package func join() {
        pthread_join(self.thread, nil)
    }
}
