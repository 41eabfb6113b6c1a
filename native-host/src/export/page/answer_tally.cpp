#include "export/page/answer_tally.hpp"

#include "export/manners.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostPoints = 600;
constexpr int kFirstRedirect = 300;
constexpr int kNotModified = 304;
constexpr int kFirstError = 400;

std::string result_of(const JobReader::Outcome& outcome) {
  if (outcome.file) return "file";
  if (!outcome.skip.empty()) return outcome.skip;
  if (outcome.status == kNotModified) return "unchanged";
  if (outcome.status >= kFirstRedirect && outcome.status < kFirstError) return "redirect";
  return is_html(outcome.mime) ? "page" : "other";
}

}  // namespace

void FoundCurve::add(bool is_file) {
  ++now_.answers;
  now_.files += is_file ? 1 : 0;
  if (now_.answers % step_ != 0) return;
  points_.push_back(now_);
  if (points_.size() < kMostPoints) return;
  step_ *= 2;
  std::erase_if(points_, [this](const Point& point) { return point.answers % step_ != 0; });
}

std::vector<FoundCurve::Point> FoundCurve::points() const {
  std::vector<Point> points = {{0, 0}};
  points.insert(points.end(), points_.begin(), points_.end());
  if (points.back().answers != now_.answers) points.push_back(now_);
  return points;
}

Expected<AnswerTally> AnswerTally::of(const JobReader& job) {
  AnswerTally tally;
  TRY(job.each_outcome([&](const JobReader::Outcome& outcome) -> Expected<void> {
    const bool led_there = outcome.file && !outcome.page.empty();
    tally.sections.add(led_there ? outcome.page : outcome.url, outcome.file);
    ++tally.results[result_of(outcome)];
    tally.curve.add(outcome.file);
    ++tally.answers;
    return {};
  }));
  TRY(job.each_attempt([&](const Attempt& attempt) -> Expected<void> {
    if (!attempt.robots && was_sent(attempt)) {
      tally.sent = tally.sent.value_or(0) + 1 + attempt.hops;
    }
    return {};
  }));
  tally.sections.settle();
  return tally;
}

}  // namespace tagtrail::host
