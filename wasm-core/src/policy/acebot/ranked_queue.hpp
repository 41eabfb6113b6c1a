// ACEBot's frontier: links by rank, those of a rank in the order in which they got it.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "policy/acebot/automaton.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail::acebot {

enum class End : std::uint8_t { front, back };

class RankedQueue {
 public:
  std::size_t size() const { return size_; }
  std::size_t size_of(Rank rank) const;
  bool contains(UrlId url) const { return place(url).turn != 0; }
  /// Its rank; kNoRank when it is not in.
  Rank rank(UrlId url) const { return contains(url) ? place(url).rank : kNoRank; }
  /// Joins the back of its rank; nothing changes if it has that rank already.
  void put(UrlId url, Rank rank);
  void remove(UrlId url);
  /// From an end of the best rank; the queue must not be empty.
  UrlId take(End end);

  void save(ByteWriter& out) const;
  /// Of ranks below `ranks`.
  bool load(ByteReader& in, UrlId known, Rank ranks);

 private:
  /// `turn` counts up, so that an entry whose link has moved on since is known as stale: to look
  /// for it in the middle of a queue would cost more than all else.
  struct Entry {
    UrlId url = 0;
    std::uint64_t turn = 0;
  };
  struct Place {
    Rank rank = 0;
    std::uint64_t turn = 0;  ///< 0: not in
  };
  Place place(UrlId url) const { return url < places_.size() ? places_[url] : Place{}; }
  bool is_live(const Entry& entry) const { return place(entry.url).turn == entry.turn; }

  struct Queue {
    std::deque<Entry> entries;
    std::size_t live = 0;
  };
  std::map<Rank, Queue> queues_;
  std::vector<Place> places_;  ///< by URL
  std::uint64_t turn_ = 0;
  std::size_t size_ = 0;
};

}  // namespace tagtrail::acebot
