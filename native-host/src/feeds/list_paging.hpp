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

/// What tells an entry of a list from the others, in whatever part of it, and at whatever place:
/// its identifier (with that of its collection: STAC's hold within one) or, where it has none, all
/// that is said of it. Takes what it says, in any order.
class ListEntry {
 public:
  explicit ListEntry(std::string_view place) : place_(place) {}

  const std::string& place() const { return place_; }
  /// A text, or the bytes of a number, at that place in it.
  void take(std::string_view place, std::string_view value);
  bool has_identifier() const { return id_rank_ > 0; }
  std::uint64_t mark() const { return has_identifier() ? id_ ^ collection_ : all_; }

 private:
  std::string place_;  ///< its own
  std::size_t id_rank_ = 0;
  std::uint64_t id_ = 0;
  std::uint64_t collection_ = 0;
  std::uint64_t all_ = 0;
};

/// Of the entries of one answer; none where two have the same: it does not tell them apart.
std::vector<std::uint64_t> marks_if_distinct(const std::vector<std::uint64_t>& marks);

/// Takes what an answer says at places (tag paths), in its order; only what stands at most one
/// object below the outermost counts.
class ListPaging {
 public:
  explicit ListPaging(ListHead head = {}) : head_(head) {}

  void list(std::string_view place);    ///< one begins there
  void object(std::string_view place);  ///< one begins there, in a list or not
  void left(const ListEntry& object);   ///< it has ended
  void number(std::string_view place, double value);
  void text(std::string_view place, std::string_view value);
  void truth(std::string_view place, bool value);

  /// A part of a list whose entries have links; those of plain data are no list of anything.
  struct Part {
    std::string next;         ///< canonical key of what comes behind it; empty: nothing
    std::uint64_t items = 0;  ///< entries
    std::uint64_t total = 0;  ///< of all parts; 0: nobody knows
    bool lacks = false;       ///< there are more, and nothing says how they are asked for
    std::vector<std::uint64_t> entries;  ///< identifiers, as hashes; empty: not all have one
  };
  /// Of the answer at `url`, a canonical key; nothing: it is all of a list, or none.
  std::optional<Part> part(std::string_view url, const std::vector<LinkObservation>& links) const;

 private:
  struct List {
    std::uint64_t entries = 0;
    std::vector<std::uint64_t> marks;  ///< of those with an identifier
  };
  /// The outermost one with links; null: there is none.
  const List* list_of(const std::vector<LinkObservation>& links) const;
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
  std::map<std::string, List, std::less<>> lists_;             ///< by place
  std::map<std::string, std::uint64_t, std::less<>> numbers_;  ///< by plain name
  std::optional<bool> more_;
  std::string token_name_;  ///< plain
  std::string token_;
};

}  // namespace tagtrail::host
