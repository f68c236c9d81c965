#include "CSampleHost.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct start {
  void (*work)(void *context);
  void *context;
};

static void *begin(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.work(start.context);
  return NULL;
}

int csamplehost_start_thread(void (*work)(void *context), void *context) {
  pthread_t thread;
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){.work = work, .context = context};
  int failure = pthread_create(&thread, NULL, begin, start);
  if (failure) {
    free(start);
  } else {
    pthread_detach(thread);
  }
  return failure;
}
