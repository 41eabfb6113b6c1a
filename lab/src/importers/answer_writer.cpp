#include "importers/answer_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr std::size_t kPerTransaction = 1000;

bool is_success(int status) { return status >= 200 && status < 300; }

}  // namespace

Expected<void> AnswerWriter::add(const std::string& url, const ReplicaAnswer& answer) {
  if (!transaction_) {
    auto begun = TRY(sqlite::Transaction::begin(replica_.database()));
    transaction_.emplace(std::move(begun));
  }
  const auto before = TRY(replica_.answer(url, false));
  if (is_success(before.status) && !is_success(answer.status)) return {};
  TRY(replica_.add_answer(url, answer));
  if (++answers_ % 500 == 0) progress_("answers read", answers_);
  return ++waiting_ >= kPerTransaction ? finish() : Expected<void>{};
}

Expected<void> AnswerWriter::finish() {
  if (!transaction_) return {};
  auto done = transaction_->commit();
  transaction_.reset();
  waiting_ = 0;
  return done;
}

void AnswerWriter::propose_start(const std::string& url) {
  if (start_.empty()) start_ = url;
}

void AnswerWriter::skip(const std::string& what) {
  const auto found = std::find_if(skipped_.begin(), skipped_.end(),
                                  [&](const auto& entry) { return entry.first == what; });
  if (found == skipped_.end()) {
    skipped_.emplace_back(what, 1);
  } else {
    ++found->second;
  }
}

std::vector<std::string> AnswerWriter::notes() const {
  std::vector<std::string> all = notes_;
  for (const auto& [what, count] : skipped_) all.push_back(fmt::format("{} x {}", count, what));
  return all;
}

}  // namespace tagtrail::host
