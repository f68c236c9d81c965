#pragma once
#include <zlib.h>

// The two initialisers are macros that add zlib's version. 15 is the largest window; adding 16
// selects gzip's header and checksum.
static inline int docgen_gzip_begin_deflating(z_stream *stream) {
  return deflateInit2(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int docgen_gzip_begin_inflating(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}
