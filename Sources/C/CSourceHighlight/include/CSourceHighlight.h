#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The language definitions loaded so far. Every function may be called from any thread: the
/// library keeps state at file scope (its scanner, its counter of states), so one lock, inside
/// the shim, lets one call of the whole process in at a time.
typedef struct docgen_highlighter docgen_highlighter;

/// What became of a call. No C++ exception leaves the shim.
typedef enum docgen_highlight_status : int {
  docgen_highlight_done = 0,
  /// The language file is missing or wrong.
  docgen_highlight_no_language = 1,
  /// The work went over the budget, or a regular expression over the library's own bound.
  docgen_highlight_too_complex = 2,
  /// Anything else the library or the allocator reported.
  docgen_highlight_failed = 3,
} docgen_highlight_status;

/// Receives the pieces of one text in order; together they are the text, byte by byte.
/// `element` is an index into the names given at creation, or their count for none of them.
typedef void (*docgen_highlight_piece)(void *context, size_t element, size_t length);

/// NULL only when memory is out. The names are copied.
docgen_highlighter *docgen_highlighter_create(const char *const *elements, size_t count);
void docgen_highlighter_free(docgen_highlighter *highlighter);

/// Reads `directory`/`file` unless that has been done before. `error` receives a message that
/// ends in NUL when the status is not `docgen_highlight_done`.
docgen_highlight_status docgen_highlighter_load(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    char *error, size_t error_size);

/// Splits a text by a language. `budget` bounds the work: each piece costs the bytes that are
/// left of its line, because the library searches the whole rest of the line once per piece.
/// Pieces are handed over only when the status is `docgen_highlight_done`.
docgen_highlight_status docgen_highlighter_run(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    const char *code, size_t length, uint64_t budget,
    docgen_highlight_piece receive, void *context, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif
