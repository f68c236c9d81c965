#pragma once
#include <gperftools/tcmalloc.h>
