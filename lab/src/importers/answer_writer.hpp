// Fills a replica with the answers of a recording, in large transactions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/http_message.hpp"
#include "importers/import_folder.hpp"
#include "replica/replica.hpp"

namespace tagtrail::host {

class AnswerWriter {
 public:
  /// Both borrowed.
  AnswerWriter(Replica& replica, const ImportProgress& progress)
      : replica_(replica), progress_(progress) {}

  /// Adds one more recording of a URL. Of several, the last 2xx counts; without one, the last.
  Expected<void> add(const std::string& url, const ReplicaAnswer& answer);
  /// Writes what is waiting.
  Expected<void> finish();

  /// Where crawls begin, unless the user says: the first that is proposed counts.
  void propose_start(const std::string& url);
  const std::string& start() const { return start_; }

  /// Counts one thing that could not be taken over; `what` in the singular and plural sense.
  void skip(const std::string& what);
  void note(std::string text) { notes_.push_back(std::move(text)); }
  /// Notes and counted skips, for people.
  std::vector<std::string> notes() const;

  std::size_t answers() const { return answers_; }
  Replica& replica() { return replica_; }

 private:
  Replica& replica_;
  const ImportProgress& progress_;
  std::optional<sqlite::Transaction> transaction_;
  std::size_t waiting_ = 0;
  std::size_t answers_ = 0;
  std::string start_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, std::size_t>> skipped_;
};

}  // namespace tagtrail::host
