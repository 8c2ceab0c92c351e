import CUV

/// Something that owns one libuv handle, and that the loop can close when it ends.
///
/// From `adopt` until libuv has finished with the handle the loop retains the owner: that is the
/// one root of all that C holds unretained. The handle's memory goes with it.
protocol LoopResource: AnyObject {
    /// Closes for good. Safe to call twice.
    func close()
}

extension UnsafeMutablePointer {
    /// Zeroed memory for one libuv handle or request.
    static func allocateHandle() -> UnsafeMutablePointer<Pointee> {
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Pointee>.size,
            alignment: 16
        )
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Pointee>.size)
        return bytes.bindMemory(to: Pointee.self, capacity: 1)
    }

    /// The same handle by its base type; libuv's handles all begin with one.
    var asHandle: UnsafeMutablePointer<uv_handle_t> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Gives an initialised handle its owner, which it retains until it is closed.
    func adopt(_ owner: any LoopResource) {
        self.asHandle.pointee.data = Unmanaged<AnyObject>.passRetained(owner).toOpaque()
    }

    /// Closes an adopted handle; frees it and lets go of the owner once libuv is done.
    func closeHandle() {
        uv_close(self.asHandle, releaseClosedHandle)
    }
}

extension UnsafeMutableRawPointer? {
    /// The owner that an adopted handle carries.
    func owner<Owner: AnyObject>(as type: Owner.Type) -> Owner {
        guard let self else { preconditionFailure("A libuv handle has lost its owner.") }
        return Unmanaged<Owner>.fromOpaque(self).takeUnretainedValue()
    }
}

private func releaseClosedHandle(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle else { return }
    let owner = handle.pointee.data
    UnsafeMutableRawPointer(handle).deallocate()
    if let owner {
        Unmanaged<AnyObject>.fromOpaque(owner).release()
    }
}
