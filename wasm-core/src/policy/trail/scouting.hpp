// Links that are tried although better ones are known: now and then one of the place tried least,
// so that what no prediction reaches is found, such as the one page of a menu that lists all files.
// What it can cost is bounded by its share of the choices.
#pragma once

#include <optional>
#include <vector>

#include "policy/hosted_links.hpp"
#include "policy/trail/place_counts.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

class Scouting {
 public:
  /// A place of which so many links were tried is known well enough.
  static constexpr std::uint32_t kEnoughTries = 3;

  /// `share` of the choices go to scouts; 0: none.
  explicit Scouting(double share) : share_(share) {}

  /// A link of `place` joined the frontier, or left it.
  void add(PlaceId place, UrlId link);
  void remove(PlaceId place);
  /// A link of `place` is being requested.
  void tried(PlaceId place);
  /// To be asked once a choice: whether it is a scout's turn.
  bool is_due();
  /// A link of the place tried least, of several such places the one with most links; drawn at
  /// random among its links in `frontier`. Nothing when every place is known well enough, or
  /// the hosts of those drawn are busy.
  std::optional<UrlId> pick(const HostedLinks& frontier, Random& random);

  void save(ByteWriter& out) const;
  /// False when malformed, or when it refers to links or places beyond what is known.
  bool load(ByteReader& in, UrlId links, PlaceId places);

 private:
  struct Ground {
    std::uint32_t tries = 0;    ///< up to kEnoughTries
    std::uint32_t waiting = 0;  ///< links in the frontier
    std::vector<UrlId> links;   ///< those, and some that have left it
  };
  Ground& ground(PlaceId place);
  void rank(PlaceId place);

  double share_;
  double owed_ = 0;  ///< scouts' turns that have come up
  std::vector<Ground> grounds_;
  ScoreHeap order_;  ///< of places, by how urgently they want a scout
};

}  // namespace tagtrail
