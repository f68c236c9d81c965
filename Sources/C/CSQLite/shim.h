#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast in a macro, which Swift can't import.
static inline sqlite3_destructor_type docgen_sqlite_transient(void) { return SQLITE_TRANSIENT; }
