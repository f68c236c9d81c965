#define _GNU_SOURCE
#include "CSampleHost.h"

#ifdef __linux__
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * Of Foundation on Linux (to Swift 6.3.1 at least; _SocketSources in
 * FoundationNetworking/URLSession/libcurl/MultiHandle.swift), `URLSession` watches until the end of a
 * request whether its socket could take more, though all is sent and it nearly always could. So it
 * works on two threads for as long as it waits for an answer: it takes a processor from other
 * samples, keeps its own process's threads from their turns, now and then for a tenth of a second, and
 * nobody can see when a run has come to rest.
 *
 * Libdispatch asks for one event after the other (EPOLLONESHOT), for which it calls this instead of
 * the C library's `epoll_ctl`, as the program comes before its libraries. Who asks for the same socket
 * again within a millisecond waits for half of one. Hundreds of sockets take longer for their turns;
 * then there is such a pause in every millisecond for all of them together. No event is lost, and a
 * socket that is really full comes later than that by itself.
 */
enum { DESCRIPTORS = 1024, SOON = 1000000, AGAIN = 100 * SOON, PAUSE = 500000 };

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int epoll_ctl(int set, int operation, int descriptor, struct epoll_event *event) {
  static _Atomic long long asked[DESCRIPTORS], paused;
  if (operation == EPOLL_CTL_MOD && event && (event->events & EPOLLOUT) &&
      (event->events & EPOLLONESHOT) && descriptor >= 0 && descriptor < DESCRIPTORS) {
    const struct timespec pause = {.tv_nsec = PAUSE};
    const long long time = now(), since = time - atomic_load(&asked[descriptor]);
    if (since < SOON || (since < AGAIN && time - atomic_load(&paused) > PAUSE)) {
      nanosleep(&pause, NULL);
      atomic_store(&paused, now());
    }
    atomic_store(&asked[descriptor], now());
  }
  return (int)syscall(SYS_epoll_ctl, set, operation, descriptor, event);
}
#else
/* C has no empty files. */
typedef int csamplehost_throttles_nothing;
#endif
