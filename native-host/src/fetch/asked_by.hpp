// The method that an address is asked for by, as people and records name it.
#pragma once

#include <string_view>

#include "tagtrail/exchange.hpp"
#include "tagtrail/table_query.hpp"

namespace tagtrail::host {

/// The engine knows a query by its address alone, and asks for it as for others.
inline std::string_view asked_by(std::string_view url, Method method) {
  return method == Method::get && table_query(url) ? "POST" : to_string(method);
}

}  // namespace tagtrail::host
