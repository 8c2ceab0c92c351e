import EventLoop
import Glibc
import LoopTesting
import Testing

@Suite(.enabled(if: NetworkNamespace.isPossible, "Only root may make a network namespace."))
struct InterfaceTests {
    @Test func `interfaces are listed with what they are and what they carry`() throws {
        let found = Box([Interface]())
        try RunningLoop.run { loop, done in
            NetworkNamespace.enter()
            NetworkNamespace.ip("link", "set", "lo", "up")
            NetworkNamespace.ip("link", "add", "left", "type", "veth", "peer", "right")
            NetworkNamespace.ip("link", "add", "guests", "type", "bridge")
            NetworkNamespace.ip("addr", "add", "10.99.0.1/24", "dev", "left")
            NetworkNamespace.ip("addr", "add", "10.98.0.1/24", "dev", "guests")
            NetworkNamespace.ip("addr", "add", "fe80::7/64", "dev", "left")
            // The carrier is noticed by the kernel some time later, and told as a change.
            let watch = try? InterfaceWatch(on: loop) {
                found.value = (try? Interfaces.list()) ?? []
                if found.value.contains(where: { $0.name == "left" && $0.isUp }) { done() }
            }
            #expect(watch != nil)
            NetworkNamespace.ip("link", "set", "left", "up")
            NetworkNamespace.ip("link", "set", "right", "up")
        }
        let interfaces = Dictionary(uniqueKeysWithValues: found.value.map { ($0.name, $0) })
        let lo = try #require(interfaces["lo"])
        #expect(lo.isLoopback && lo.isUp && !lo.isPhysical)
        #expect(lo.addresses.contains(.loopback(port: 0)))
        let left = try #require(interfaces["left"])
        #expect(left.driver == "veth" && left.isUp && !left.isVirtual && left.isPhysical)
        let linkLocal = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] as [UInt8]
        #expect(left.addresses.map(\.host).contains(.ipv6(linkLocal, scope: left.index)))
        let guests = try #require(interfaces["guests"])
        #expect(guests.driver == "bridge" && guests.isVirtual && !guests.isUp && !guests.isPhysical)
        #expect(found.value.map(\.index) == found.value.map(\.index).sorted())
    }

    @Test func `a burst of changes is told once, and the next one again`() throws {
        let told = Box([Int]())
        let addresses = Box(0)
        try RunningLoop.run { loop, done in
            NetworkNamespace.enter()
            let watch = try? InterfaceWatch(on: loop) {
                let count = (try? Interfaces.list().flatMap(\.addresses).count) ?? -1
                told.value.append(count)
                if told.value.count == 2 { return done() }
                NetworkNamespace.ip("addr", "add", "127.0.0.9/8", "dev", "lo")
                addresses.value = count + 1
            }
            #expect(watch != nil)
            NetworkNamespace.ip("link", "set", "lo", "up")
            NetworkNamespace.ip("addr", "add", "127.0.0.7/8", "dev", "lo")
            NetworkNamespace.ip("addr", "add", "127.0.0.8/8", "dev", "lo")
        }
        #expect(told.value.count == 2)
        #expect(told.value.last == addresses.value)
    }

    @Test func `more changes than the kernel can hold are still a change, and watching goes on`()
        throws
    {
        let told = Box(0)
        let scratch = ScratchFolder()
        defer { scratch.remove() }
        let batch = scratch.file("batch")
        try RunningLoop.run { loop, done in
            NetworkNamespace.enter()
            NetworkNamespace.ip("link", "set", "lo", "up")
            let file = open(batch, O_CREAT | O_WRONLY, 0o600)
            for number in 0..<4_000 {
                let line = Array("route add 10.\(number / 250).\(number % 250).0/24 dev lo\n".utf8)
                write(file, line, line.count)
            }
            close(file)
            let watch = try? InterfaceWatch(on: loop) {
                told.value += 1
                if told.value == 2 { return done() }
                NetworkNamespace.ip("addr", "add", "127.0.0.9/8", "dev", "lo")
            }
            #expect(watch != nil)
            // The loop waits for this, so nobody reads meanwhile and the socket overruns.
            NetworkNamespace.ip("-batch", batch)
            #expect(NetworkNamespace.netlinkDrops > 0, "Nothing overran, so nothing is shown.")
        }
        #expect(told.value == 2)
    }
}
