/// What a test's callbacks fill in, on one thread; read after that thread has ended.
package final class Box<Value>: @unchecked Sendable {  // tidy-ok: a join lies between the threads.
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
