// How a site's pages tell a stranger from who is logged in: by their links, in whatever language.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tagtrail/link.hpp"

namespace tagtrail::host {

/// Learnt from pages that were read both ways: "Log out" stands only where the session was, "Log
/// in" only where it was not. A link is known by its words and its address without the query, which
/// tells on many sites where to go on.
class SessionMarks {
 public:
  using Marks = std::set<std::string, std::less<>>;
  enum class Shown { unknown, member, stranger };

  /// The links of one page, as a stranger and as who is logged in is shown it. What several such
  /// pages agree on is kept.
  void compared(const std::vector<LinkObservation>& stranger,
                const std::vector<LinkObservation>& member);
  /// Whom a page with these links was made for.
  Shown shown(const std::vector<LinkObservation>& links) const;

  const Marks& strangers() const { return strangers_; }
  const Marks& members() const { return members_; }
  void restore(Marks strangers, Marks members);

 private:
  Marks strangers_;
  Marks members_;
};

}  // namespace tagtrail::host
