// Numbers in the words of reasons.
#pragma once

#include <cstdio>
#include <string>

namespace tagtrail {

inline std::string two_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

}  // namespace tagtrail
