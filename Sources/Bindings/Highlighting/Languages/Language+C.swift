extension Language {
  static let cText = BracketLanguage(
    keywords: cKeywords + " _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert",
    types: cTypes, firstRules: cPreprocessor, nameRules: callBeforeType, quotes: ["\"", "'"]
  ).text

  static let cppText = BracketLanguage(
    keywords: cKeywords + """
       and catch class co_await co_return co_yield concept const_cast consteval constinit
      constexpr decltype delete dynamic_cast explicit export final friend mutable namespace new
      noexcept not nullptr operator or override private protected public reinterpret_cast requires
      static_assert static_cast template this thread_local throw try typeid typename using virtual
      """,
    types: cTypes, firstRules: cPreprocessor, nameRules: callBeforeType, quotes: ["\"", "'"]
  ).text

  private static let cKeywords = """
    alignas alignof asm auto break case const continue default do else enum extern false for goto
    if inline register restrict return sizeof static struct switch true typedef typeof union
    volatile while NULL
    """

  private static let cTypes = """
    bool char char8_t char16_t char32_t double float int int8_t int16_t int32_t int64_t intptr_t
    long ptrdiff_t short signed size_t ssize_t uint8_t uint16_t uint32_t uint64_t uintptr_t
    unsigned void wchar_t
    """

  static let cPreprocessor = #"""
    (preproc,normal,string) = `(^[[:blank:]]*#[[:blank:]]*(?:import|include))([[:blank:]]*)([<"][^>"]*[>"])`
    preproc = '^[[:blank:]]*#[[:blank:]]*[[:alpha:]]+'
    """#
}
