#pragma once
#include <uv.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// glibc declares accept4 for _GNU_SOURCE only, which a Swift importer doesn't define. The new
// descriptor is close-on-exec and non-blocking from birth.
static inline int paceline_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t size = sizeof *peer;
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(listener, (struct sockaddr *)peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// A Unix socket's peer, as SO_PEERCRED fills it in.
typedef struct {
    pid_t process;
    uid_t user;
    gid_t group;
} paceline_credentials;

// `struct ucred` is declared for _GNU_SOURCE only.
static inline int paceline_peer_credentials(int descriptor, paceline_credentials *out) {
    socklen_t size = sizeof *out;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, out, &size);
}

// The name of the driver behind an interface, "" where the kernel has none. `struct ifreq` hides
// its fields behind macros, and SIOCETHTOOL takes a pointer inside a union.
static inline void paceline_driver(int descriptor, const char *name, char out[32]) {
    struct ethtool_drvinfo info = {.cmd = ETHTOOL_GDRVINFO};
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
    request.ifr_data = (char *)&info;
    memset(out, 0, 32);
    if (ioctl(descriptor, SIOCETHTOOL, &request) == 0) memcpy(out, info.driver, 31);
}
