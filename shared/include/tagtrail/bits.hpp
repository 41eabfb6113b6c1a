// std::bit_cast, which Emscripten's standard library does not have yet.
#pragma once

#include <cstring>
#include <type_traits>

namespace tagtrail {

template <typename To, typename From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<From> &&
                std::is_trivially_copyable_v<To>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace tagtrail
