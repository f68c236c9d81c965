#pragma once
// The library's interface is C++ only; CSourceHighlight wraps it for Swift.
#include <srchilite/formattermanager.h>
#include <srchilite/langdefmanager.h>
#include <srchilite/regexrulefactory.h>
#include <srchilite/sourcehighlighter.h>
