// Pages that show a file which their address names (`viewer.html?file=`): once that file has come,
// they are left where one of them has shown nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Viewers {
 public:
  /// Borrows `urls`.
  explicit Viewers(const UrlTable& urls) : urls_(urls) {}

  /// The kind of viewer that would show a file once more which has come, and whose last page led to
  /// nothing new; nothing when this is none.
  std::optional<std::uint64_t> shows_again(std::string_view key) const;

  /// A page was read; its links have not been met by that. Gives the kind of viewer that is to be
  /// left no longer, as this one leads on.
  std::optional<std::uint64_t> read(std::string_view key, const Page& page);

  /// Whether enough of the kind, in a row, led to nothing new.
  bool is_sure(std::uint64_t kind) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  const UrlTable& urls_;
  std::unordered_map<std::uint64_t, std::uint32_t> vain_;  ///< pages in a row, by kind
};

}  // namespace tagtrail
