#include "policy/trail/sisters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tagtrail {
namespace {

constexpr std::uint32_t kEnoughPairs = 5;
constexpr double kLeastWeight = 0.6;  // the translations are clearly better than the model

}  // namespace

Sisters::Word Sisters::of(std::uint32_t page) const {
  if (pairs_ < kEnoughPairs || squares_model_ <= 0) return {};
  const double weight = squares_model_ / (squares_model_ + squares_labels_);
  if (weight <= kLeastWeight) return {};
  const auto found = labels_.find(page);
  return found == labels_.end() ? Word{} : Word{weight, found->second.mean};
}

void Sisters::learn(std::uint32_t page, double predicted, double label) {
  Labels& known = labels_[page];
  if (known.count > 0) {
    squares_model_ += (predicted - label) * (predicted - label);
    squares_labels_ += (known.mean - label) * (known.mean - label);
    ++pairs_;
  }
  ++known.count;
  known.mean += (label - known.mean) / known.count;
}

void Sisters::correct(std::uint32_t page, double delta) {
  const auto found = labels_.find(page);
  if (found != labels_.end()) found->second.mean += delta / found->second.count;
}

void Sisters::save(ByteWriter& out) const {
  std::vector<std::pair<std::uint32_t, Labels>> sorted(labels_.begin(), labels_.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  out.var(sorted.size());
  for (const auto& [page, labels] : sorted) {
    out.u32(page);
    out.var(labels.count);
    out.f64(labels.mean);
  }
  out.var(pairs_);
  out.f64(squares_model_);
  out.f64(squares_labels_);
}

bool Sisters::load(ByteReader& in) {
  for (std::size_t left = in.count(13); left > 0; --left) {
    const std::uint32_t page = in.u32();
    const std::uint64_t count = in.var();
    const double mean = in.f64();
    if (count == 0 || count > 0xFFFFFFFFU || !std::isfinite(mean)) return false;
    labels_[page] = {static_cast<std::uint32_t>(count), mean};
  }
  const std::uint64_t pairs = in.var();
  pairs_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(pairs, 0xFFFFFFFFU));
  squares_model_ = in.f64();
  squares_labels_ = in.f64();
  return in.ok() && squares_model_ >= 0 && squares_labels_ >= 0 && std::isfinite(squares_model_) &&
         std::isfinite(squares_labels_);
}

}  // namespace tagtrail
