// What each host has answered and brought, and which are left for that (the stopping criteria of
// ACHE).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail::ache {

class Sites {
 public:
  /// How much of a host is enough; 0: never.
  struct Limits {
    std::uint64_t results = 0;
    std::uint64_t pages = 0;
  };
  explicit Sites(Limits limits) : limits_(limits) {}

  void answered(std::string_view url, bool result);
  /// Whether enough was had of the host of a URL.
  bool is_left(std::string_view url) const;
  /// Hosts that are left.
  std::size_t left() const { return left_; }

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  struct Host {
    std::uint64_t results = 0;
    std::uint64_t pages = 0;
  };
  bool is_enough(const Host& host) const;

  Limits limits_;
  StringTable names_;
  std::vector<Host> hosts_;
  std::size_t left_ = 0;
};

}  // namespace tagtrail::ache
