// What the user says of groups of links and of single ones, and what the crawl makes of it.
#pragma once

#include <vector>

#include "crawl/acting_links.hpp"
#include "crawl/admission.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/flights.hpp"
#include "crawl/frontier.hpp"
#include "crawl/group_book.hpp"
#include "crawl/revisit_round.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail {

class UsersWord {
 public:
  /// What it borrows.
  struct Parts {
    UrlTable& urls;
    const Admission& admission;
    FilesElsewhere& elsewhere;
    GroupBook& book;
    RevisitRound& round;
    ActingLinks& acting;
    Frontier& frontier;
    Flights& flights;
    Policy& policy;
  };
  explicit UsersWord(const Parts& parts) : parts_(parts) {}

  /// A valid one; the decisions that follow are made by it. What it asks for is requested next.
  void take(const Feedback& feedback);

 private:
  void say(const std::vector<GroupId>& groups, Word word);
  void teach_good(const std::vector<GroupId>& groups);
  void hear_about_acting(const Feedback& feedback, const std::vector<GroupId>& groups);
  void take_files_elsewhere();
  void ask_for(const Feedback& feedback, PathId path);
  void read_again(const std::string& url);

  Parts parts_;
};

}  // namespace tagtrail
