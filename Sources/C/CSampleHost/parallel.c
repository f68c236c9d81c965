#include "parallel.h"

#ifdef __linux__
#include <stdarg.h>
#include <stdatomic.h>

#include "next.h"

/*
 * `URLSession` sends six requests to a host at once if nobody says otherwise, and lets the others wait
 * in the order in which they were handed over, which for tasks at once is a matter of luck. So it
 * would be luck which of ten a server is asked first, however it chooses among those that have come.
 * In a sample all are sent, and the server chooses: so many as there are descriptors for, of which each
 * takes two where the server is in the same process.
 *
 * Foundation on Linux says the number to libcurl (_MultiHandle.configure(with:) in
 * FoundationNetworking/URLSession/libcurl/MultiHandle.swift), for which it calls this instead of the
 * library's function, as the program comes before its libraries. Who asks for six by name gets all as
 * well: that can't be told apart.
 */
enum { MAX_HOST_CONNECTIONS = 7, DEFAULT = 6, ALL = 400, UNKNOWN_OPTION = 6 };

static atomic_int sends_all;

void csamplehost_send_all(void) { atomic_store(&sends_all, 1); }

int curl_multi_setopt(void *multi, int option, ...) {
  int (*next)(void *, int, ...) = (int (*)(void *, int, ...))csamplehost_next(
      "curl_multi_setopt", __builtin_return_address(0));
  va_list arguments;
  va_start(arguments, option);
  /* Every option takes one argument, a number or an address, of the same size here. */
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  if (atomic_load(&sends_all) && option == MAX_HOST_CONNECTIONS && (long)value == DEFAULT)
    value = (void *)ALL;
  return next ? next(multi, option, value) : UNKNOWN_OPTION;
}
#else
void csamplehost_send_all(void) {}
#endif
