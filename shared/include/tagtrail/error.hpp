// Errors as values, the one error type that crosses module borders.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace tagtrail {

/// What went wrong, as a closed vocabulary; the texts are for people, the codes for programs.
enum class ErrorCode {
  invalid_argument,    ///< the caller's value can't be used (exit 2)
  invalid_url,         ///< not an http(s) URL that can be fetched
  invalid_data,        ///< bytes that can't be what they should be: frame, snapshot, record, file
  too_large,           ///< over a documented limit
  unknown_command,     ///< a message type outside the closed set
  wrong_version,       ///< made by a newer or incompatible version
  missing_dependency,  ///< a program or file that must be there is not (exit 3)
  busy,                ///< another process owns the job
  not_found,
  refused,       ///< forbidden by robots, address guard, or the site (exit 6)
  network,       ///< connection, TLS, timeout
  disk_full,     ///< (exit 7)
  io,            ///< any other failure of the file system or database
  disconnected,  ///< the other end of a pipe or port is gone
  internal,      ///< a broken promise of our own (exit 70)
};

/// Stable lower-case name of a code, as it appears in messages and `--json` output.
std::string_view to_string(ErrorCode code);

/// An error names the cause and, where there is one, the remedy. Cheap to move.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
};

template <typename T>
using Expected = tl::expected<T, Error>;

/// Shorthand for returning an error: `return fail(ErrorCode::io, "...")`.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

/// What TRY gives: the value, moved out.
template <typename T>
T take_value(Expected<T>&& result) {
  return *std::move(result);
}
inline void take_value(Expected<void>&&) {}

}  // namespace tagtrail

/// The value of an Expected; its error is returned from the function around:
/// `const auto text = TRY(read_file(path));`, or `TRY(file.close());` where there is no value.
/// g++ and clang both have statement expressions; nothing in the standard reads as well.
#define TRY(...) TAGTRAIL_TRY_AS(TAGTRAIL_TRIED(__COUNTER__), __VA_ARGS__)

/// The same in a coroutine, as statements (g++ 12 can't await within an expression of TRY's kind):
/// `CO_TRY(co_await send(request));` and `CO_TRY_LET(const auto reply, co_await ask(question));`.
#define CO_TRY(...) TAGTRAIL_CO_TRY_AS(TAGTRAIL_TRIED(__COUNTER__), __VA_ARGS__)
#define CO_TRY_LET(declaration, ...) \
  TAGTRAIL_CO_TRY_LET_AS(TAGTRAIL_TRIED(__COUNTER__), declaration, __VA_ARGS__)

#define TAGTRAIL_TRIED(number) TAGTRAIL_TRIED_JOINED(tried_, number)
#define TAGTRAIL_TRIED_JOINED(name, number) name##number
#define TAGTRAIL_TRY_AS(name, ...)                             \
  __extension__({                                              \
    auto name = (__VA_ARGS__);                                 \
    if (!name) return tl::unexpected(std::move(name).error()); \
    ::tagtrail::take_value(std::move(name));                   \
  })
#define TAGTRAIL_CO_TRY_AS(name, ...) \
  auto name = (__VA_ARGS__);          \
  if (!name) co_return tl::unexpected(std::move(name).error())
#define TAGTRAIL_CO_TRY_LET_AS(name, declaration, ...) \
  TAGTRAIL_CO_TRY_AS(name, __VA_ARGS__);               \
  declaration = ::tagtrail::take_value(std::move(name))
