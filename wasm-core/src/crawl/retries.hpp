// Failures that may pass are met again, in rounds, when all else is done.
#pragma once

#include <deque>
#include <optional>
#include <unordered_set>

#include "crawl/flights.hpp"

namespace tagtrail {

class Hosts;

/// The server says no, and would again: there is no such page, or it is not for all.
bool is_error_to_stay(const Response& response);

class Retries {
 public:
  /// After the answer was settled. If it is a failure that may pass, the URL, whose facts these
  /// are, is kept for another try.
  void keep(const Flight& flight, const Response& response, UrlFacts& facts);
  /// The next to be asked for again, in a crawl that has nothing else; nothing when its host is
  /// busy. Those of full hosts are forgotten.
  std::optional<Flight> take(const Hosts& hosts);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in, const UrlTable& urls);

 private:
  bool may_be_made(const Flight& flight);
  void note_made(const Flight& flight, const Response& response);

  std::deque<Flight> failed_;  ///< as they failed, oldest first; those for want of room last
  // Of what servers say is in the making (202):
  std::deque<Flight> unready_;        ///< until it is seen that such things are ever made
  std::unordered_set<UrlId> making_;  ///< asked for again and again
  std::uint32_t in_vain_ = 0;         ///< that the loader has waited for, as long as was said
  bool some_made_ = false;            ///< one of these has come
};

}  // namespace tagtrail
