// Lists in JSON that no table knows and that come in parts: how the next one is asked for, by what
// the answer and its address say of pages, offsets and tokens.
//
//   {"data": [{"url": "/a.csv"}, ...], "meta": {"page": 1, "pages": 5}}   at /api/list
//   is followed by /api/list?page=2
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// What the head of an answer says of the list in it (X-Total-Count, X-Total-Pages and the like);
/// 0: nothing.
struct ListHead {
  std::uint64_t total = 0;
  std::uint64_t pages = 0;

  bool operator==(const ListHead&) const = default;
};

/// Takes what an answer says at places (tag paths), in its order; only what stands at most one
/// object below the outermost counts.
class ListPaging {
 public:
  explicit ListPaging(ListHead head = {}) : head_(head) {}

  void list(std::string_view place);    ///< one begins there
  void object(std::string_view place);  ///< one begins there, in a list or not
  void number(std::string_view place, double value);
  void text(std::string_view place, std::string_view value);
  void truth(std::string_view place, bool value);

  /// A part of a list whose entries have links; those of plain data are no list of anything.
  struct Part {
    std::string next;         ///< canonical key of what comes behind it; empty: nothing
    std::uint64_t items = 0;  ///< entries
    std::uint64_t total = 0;  ///< of all parts; 0: nobody knows
    bool lacks = false;       ///< there are more, and nothing says how they are asked for
  };
  /// Of the answer at `url`, a canonical key; nothing: it is all of a list, or none.
  std::optional<Part> part(std::string_view url, const std::vector<LinkObservation>& links) const;

 private:
  /// Entries of the outermost list with links; 0: there is none.
  std::uint64_t items(const std::vector<LinkObservation>& links) const;
  std::optional<std::uint64_t> said(std::span<const std::string_view> names) const;
  std::uint64_t total() const;
  std::string_view asked_as(std::span<const std::string_view> names,
                            std::string_view otherwise) const;
  std::string next_url(std::string_view url, std::uint64_t items) const;
  std::string by_token(std::string_view url) const;
  std::string by_offset(std::string_view url, std::uint64_t items) const;
  std::string by_page(std::string_view url, std::uint64_t items) const;
  bool may_go_on(std::uint64_t listed, std::uint64_t items, std::uint64_t size) const;

  ListHead head_;
  std::map<std::string, std::uint64_t, std::less<>> lists_;    ///< entries by place
  std::map<std::string, std::uint64_t, std::less<>> numbers_;  ///< by plain name
  std::optional<bool> more_;
  std::string token_name_;  ///< plain
  std::string token_;
};

}  // namespace tagtrail::host
