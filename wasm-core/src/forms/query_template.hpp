// A template: some of a form's inputs are bound, to one value after the other, and the others are
// left as they stand. Which are worth following is tested as Madhavan et al. ("Google's Deep-Web
// Crawl", VLDB 2008) do: a template is informative when enough of the queries tried show results
// that no other of them shows; only from informative ones are templates of one more input made, of
// three at most. Theirs is to index pages; ours is to find files, so a template also ends when its
// queries show no link that the crawl has not met.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

inline constexpr std::size_t kMostBound = 3;

struct QueryTemplate {
  std::vector<std::uint32_t> inputs;  ///< that are bound, ascending; none: the form untouched
  bool words = false;                 ///< one of them is a box for words
  bool narrows = false;               ///< large results of a template of one input less, by `added`
  std::uint32_t added = 0;
  std::uint32_t tries = 0;  ///< fruitless answers in a row after which there is no use

  std::uint32_t asked = 0;          ///< queries released
  std::uint32_t answered = 0;       ///< of these
  std::uint32_t fruitful = 0;       ///< answers with links that were new
  std::uint32_t in_a_row = 0;       ///< fruitless ones since
  bool over = false;                ///< there is nothing left to ask, or no use in it
  bool exhausted = false;           ///< there is nothing left to ask
  std::set<std::uint64_t> results;  ///< distinct ones

  std::uint64_t cursor = 0;  ///< how many values were tried
  /// Of one that narrows: the queries that were narrowed, by their places in the form's list; the
  /// one being narrowed; whether that has brought something; how many before it had not.
  std::set<std::uint32_t> bases;
  std::uint32_t base = 0;
  bool base_brought = false;
  std::uint32_t fruitless_bases = 0;

  /// Enough of the answers differ: a quarter.
  bool informative() const;
  /// An answer came: with new links, and what is shown.
  void note(bool brought, std::uint64_t signature);
  /// One that was noted as fruitless was no end yet.
  void take_back();
  /// There is more to choose from: values are gone through once more, those that were asked being
  /// known. What has ended in vain stays ended.
  void restart();
  /// Of templates the one with most fruitful answers is asked first.
  double rate() const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void judge();
};

/// The `index`th of `count` values in an order that visits all and spreads the first ones.
std::uint64_t spread(std::uint64_t index, std::uint64_t count);

}  // namespace tagtrail
