// What is in a file that has just come, where the objective weighs files by that or the crawl is
// about something: known before the next decision.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "load/loaded.hpp"
#include "load/task.hpp"
#include "load/waits.hpp"

namespace tagtrail::host {

class FileLooker {
 public:
  /// Borrows it. `for_topic`: the words of tables are wanted, too, which are kept with each answer.
  FileLooker(Waits& waits, bool for_topic) : waits_(waits), for_topic_(for_topic) {}

  /// For Response::holds and Response::table_words, which is empty where nobody asked for it.
  struct Found {
    FileHolds holds = FileHolds::unknown;
    std::string table_words;
  };
  /// Of `loaded.file`, by a thread of its own, so that other requests go on meanwhile; some seconds
  /// at most, after which what was read until then counts. Of a file that can't be read nothing is
  /// known. `loaded` outlives the task.
  Task<Found> look(const Loaded& loaded);

 private:
  Waits& waits_;
  bool for_topic_;
  /// Looks under way; shared, as one may go on after its task was given up.
  std::shared_ptr<std::atomic<unsigned>> under_way_ = std::make_shared<std::atomic<unsigned>>(0);
};

}  // namespace tagtrail::host
