#pragma once
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

typedef void *(*docgen_mhd_request_started)(
    void *context, const char *target, struct MHD_Connection *connection);

static inline void docgen_mhd_quiet(void *context, const char *format, va_list arguments) {
  (void)context; (void)format; (void)arguments;
}

// Starts a daemon with the options that docgen uses, since MHD_start_daemon is variadic and its
// flags are closed enums. One thread polls all connections; handlers run on other threads while
// their connection is suspended.
static inline struct MHD_Daemon *docgen_mhd_start(
    const struct sockaddr *address, bool ipv6, MHD_AccessHandlerCallback handler,
    docgen_mhd_request_started started, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context,
    unsigned int connection_limit, unsigned int idle_timeout_seconds, const char *certificate,
    const char *private_key) {
  // Both are read while the daemon starts; without a certificate the list is empty.
  struct MHD_OptionItem tls[] = {
    {certificate ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, (void *)certificate},
    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)private_key},
    {MHD_OPTION_END, 0, NULL},
  };
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE
      | MHD_USE_ERROR_LOG | MHD_USE_SUPPRESS_DATE_NO_CLOCK | (ipv6 ? MHD_USE_IPv6 : 0)
      | (certificate ? MHD_USE_TLS : 0);
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context,
      MHD_OPTION_EXTERNAL_LOGGER, docgen_mhd_quiet, NULL,
      MHD_OPTION_SOCK_ADDR, address,
      MHD_OPTION_URI_LOG_CALLBACK, started, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connected, context,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_timeout_seconds,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 511u,
      // Room for a header of 32 KiB and a copy of its cookies.
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(128 << 10),
      MHD_OPTION_ARRAY, tls,
      MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic.
static inline unsigned short docgen_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// Lets no more connections begin.
static inline void docgen_mhd_shut_down_listening(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
  if (info) shutdown(info->listen_fd, SHUT_RDWR);
}

// These two are macros with casts.
static inline ssize_t docgen_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t docgen_mhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
static inline uint64_t docgen_mhd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }

// MHD_get_connection_info is variadic.
static inline int docgen_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Returns the mark that the connection callback set.
static inline void *docgen_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// Returns the monotonic clock's time in nanoseconds.
static inline uint64_t docgen_uptime(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// These functions watch sockets for a hang-up, since Swift's Glibc module has no epoll. On other
// systems each returns -1.
static inline int docgen_watch_open(void) {
#ifdef __linux__
  return epoll_create1(EPOLL_CLOEXEC);
#else
  return -1;
#endif
}

// Returns a descriptor that becomes readable after `docgen_watch_wake`.
static inline int docgen_watch_waker(void) {
#ifdef __linux__
  return eventfd(0, EFD_CLOEXEC);
#else
  return -1;
#endif
}

static inline void docgen_watch_wake(int waker) {
  uint64_t one = 1;
  (void)!write(waker, &one, sizeof one);
}

// Reports the hang-up of a socket once, or a call of `docgen_watch_wake`.
static inline int docgen_watch_add(int watch, int descriptor, uint64_t tag, bool is_waker) {
#ifdef __linux__
  struct epoll_event event = {0};
  event.events = is_waker ? EPOLLIN : EPOLLRDHUP | EPOLLONESHOT;
  event.data.u64 = tag;
  int failed = epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event);
  return failed ? epoll_ctl(watch, EPOLL_CTL_MOD, descriptor, &event) : failed;
#else
  return -1;
#endif
}

static inline void docgen_watch_remove(int watch, int descriptor) {
#ifdef __linux__
  epoll_ctl(watch, EPOLL_CTL_DEL, descriptor, NULL);
#endif
}

// Waits for the next event and returns its tag; false when waiting failed.
static inline bool docgen_watch_next(int watch, uint64_t *tag) {
#ifdef __linux__
  struct epoll_event event;
  int count;
  while ((count = epoll_wait(watch, &event, 1, -1)) < 0 && errno == EINTR) {}
  if (count == 1) *tag = event.data.u64;
  return count == 1;
#else
  return false;
#endif
}

// MHD_upgrade_action is variadic.
static inline void docgen_mhd_close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

// Sends without SIGPIPE, which would end the process if the peer is gone.
static inline ssize_t docgen_send_quietly(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  return send(socket, bytes, count, MSG_NOSIGNAL);
#else
  return send(socket, bytes, count, 0);
#endif
}
