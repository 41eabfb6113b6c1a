// What a crawl has left, counted by cause: each thing once, bounded, with an example. Besides, what
// lists state and what they gave, and the types of unwanted answers.
//
//   book.leave(LeftOutCause::frames, url);
//   book.report(account);  // adds left_out, listings and other_types
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tagtrail/account.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/left_out.hpp"

namespace tagtrail {

class LeftBook {
 public:
  /// Things that are told apart; what comes later counts, each time that it is met.
  static constexpr std::size_t kMost = 100'000;
  /// Entries of lists that are told apart.
  static constexpr std::size_t kMostListed = 500'000;

  /// The same `what` counts once.
  void leave(LeftOutCause cause, std::string_view what, std::uint64_t count = 1);
  /// It was left, and is not after all.
  void take_back(LeftOutCause cause, std::string_view what);
  /// Whether it is met for the first time, as a thing of that kind.
  bool is_new(std::string_view kind, std::string_view what);
  /// An answer of a type that nobody wanted.
  void count_type(std::string_view mime);
  /// A part of the list `source`, which states (0: no) how long it is all in all, with `items`.
  /// What was listed before, in the same parts or in others, counts once: one of `things` has to be
  /// new.
  void list(const std::string& source, const std::vector<std::string>& things, std::uint64_t stated,
            std::uint64_t items);
  /// The same of entries that are told apart (CatalogueFacts::entries), each of which counts once.
  void list_entries(const std::string& source, const std::vector<std::uint64_t>& entries,
                    std::uint64_t stated);
  /// All of the list at once, whatever its parts gave.
  void list_whole(const std::string& source, std::uint64_t items);
  bool states_length(std::string_view source) const;
  /// Its parts gave less than it states, and some entries twice, or it stated different lengths:
  /// what is missing may have moved from a part that was not read to one that was.
  bool changed_meanwhile(std::string_view source) const;

  std::uint64_t left_for(LeftOutCause cause) const {
    return left_[static_cast<std::size_t>(cause)].count;
  }

  /// Adds what was left, lists that gave less than they state among it.
  void report(Account& account) const;

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  struct Left {
    std::uint64_t count = 0;
    std::string example;
  };
  struct Listing {
    std::uint64_t stated = 0;
    std::uint64_t items = 0;
    bool changed = false;  ///< while it was read
  };

  Listing* listing_of(const std::string& source, std::uint64_t stated);
  bool is_listed_first(const std::string& source, std::uint64_t thing);
  void add_listings(Account& account) const;
  void add_types(Account& account) const;

  std::unordered_set<std::uint64_t> met_;     ///< hashes
  std::unordered_set<std::uint64_t> listed_;  ///< hashes of what lists had
  std::array<Left, static_cast<std::size_t>(kLastLeftOutCause) + 1> left_;
  std::map<std::string, std::uint64_t, std::less<>> types_;
  std::map<std::string, Listing, std::less<>> listings_;  ///< by source
};

}  // namespace tagtrail
