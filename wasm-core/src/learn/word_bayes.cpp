#include "learn/word_bayes.hpp"

#include <algorithm>
#include <utility>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kMostCases = 1ULL << 32U;

/// (n + 1) / (of + 2).
double smoothed(std::uint64_t n, std::uint64_t of) {
  return (static_cast<double>(n) + 1) / (static_cast<double>(of) + 2);
}

}  // namespace

WordBayes::WordBayes(std::size_t classes, const WordSet& words, const std::vector<WordCase>& cases)
    : cases_(classes) {
  for (const std::string& word : words) words_.emplace(word, Counts(classes));
  for (const WordCase& one : cases) {
    ++cases_[one.label];
    for (const std::string& word : one.words) {
      const auto known = words_.find(word);
      if (known != words_.end()) ++known->second[one.label];
    }
  }
  prepare();
}

WordBayes WordBayes::of(Counts cases, std::map<std::string, Counts> words) {
  for (const std::uint64_t count : cases) {
    if (count >= kMostCases) return {};
  }
  for (const auto& [word, counts] : words) {
    if (counts.size() != cases.size()) return {};
    for (std::size_t label = 0; label < cases.size(); ++label) {
      if (counts[label] > cases[label]) return {};
    }
  }
  WordBayes model;
  model.cases_ = std::move(cases);
  model.words_ = std::move(words);
  model.prepare();
  return model;
}

void WordBayes::prepare() {
  std::uint64_t all = 0;
  for (const std::uint64_t count : cases_) all += count;
  absent_.clear();
  for (const std::uint64_t count : cases_) {
    absent_.push_back(
        math::log((static_cast<double>(count) + 1) / static_cast<double>(all + cases_.size())));
  }
  steps_.clear();
  for (const auto& [word, counts] : words_) {
    std::vector<double>& steps = steps_[word];
    for (std::size_t label = 0; label < cases_.size(); ++label) {
      const double here = smoothed(counts[label], cases_[label]);
      const double not_here = math::log(1 - here);
      absent_[label] += not_here;
      steps.push_back(math::log(here) - not_here);
    }
  }
}

std::vector<double> WordBayes::probabilities(const WordSet& words) const {
  std::vector<double> logs = absent_;
  for (const std::string& word : words) {
    const auto known = steps_.find(word);
    if (known == steps_.end()) continue;
    for (std::size_t label = 0; label < logs.size(); ++label) logs[label] += known->second[label];
  }
  if (logs.empty()) return logs;
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (double& value : logs) sum += value = math::exp(value - most);
  for (double& value : logs) value /= sum;
  return logs;
}

void WordBayes::save(ByteWriter& out) const {
  for (const std::uint64_t count : cases_) out.var(count);
  out.var(words_.size());
  for (const auto& [word, counts] : words_) {
    out.text(word);
    for (const std::uint64_t count : counts) out.var(count);
  }
}

bool WordBayes::load(ByteReader& in, std::size_t classes) {
  Counts cases(classes);
  for (std::uint64_t& count : cases) count = in.var();
  std::map<std::string, Counts> words;
  for (std::size_t left = in.count(1 + classes); left > 0 && in.ok(); --left) {
    Counts& counts = words[in.text()];
    counts.resize(classes);
    for (std::uint64_t& count : counts) count = in.var();
  }
  if (!in.ok()) return false;
  *this = of(std::move(cases), std::move(words));
  return this->classes() == classes;
}

WordSet frequent_words(const std::vector<WordCase>& cases, std::size_t most) {
  std::map<std::string, std::uint64_t> frequency;
  for (const WordCase& one : cases) {
    for (const std::string& word : one.words) ++frequency[word];
  }
  std::vector<std::pair<std::uint64_t, std::string>> ranked;
  for (const auto& [word, count] : frequency) {
    if (count > 1) ranked.emplace_back(count, word);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  ranked.resize(std::min(ranked.size(), most));
  WordSet words;
  for (auto& [count, word] : ranked) words.push_back(std::move(word));
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace tagtrail
