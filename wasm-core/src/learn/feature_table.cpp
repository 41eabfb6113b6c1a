#include "learn/feature_table.hpp"

#include <array>
#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail {
namespace {

constexpr std::array<FeatureTable::Weight, 3> kWeights{&FeatureRow::target, &FeatureRow::fruitless,
                                                       &FeatureRow::value};

using Shares = std::array<double, 4096>;

/// Of more links than there are entries, the last one.
Shares make_shares() {
  Shares shares{};
  for (std::size_t n = 2; n < shares.size(); ++n) {
    shares[n] = 1.0 - 1.0 / std::sqrt(static_cast<double>(n));
  }
  return shares;
}
const Shares kShares = make_shares();

}  // namespace

double FeatureTable::shared_by(std::uint32_t links) {
  return kShares[links < kShares.size() ? links : kShares.size() - 1];
}

void FeatureTable::add(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) {
    FeatureRow& row = rows_[slot];
    ++row.seen;
    ++row.waiting;
  }
}

void FeatureTable::remove_waiting(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) --rows_[slot].waiting;
}

void FeatureTable::replace(FeatureSlot before, FeatureSlot after) {
  FeatureRow& left = rows_[before];
  --left.seen;
  --left.waiting;
  FeatureRow& joined = rows_[after];
  ++joined.seen;
  ++joined.waiting;
}

FeatureTable::Sums FeatureTable::sums(std::span<const FeatureSlot> slots) const {
  Sums sums;
  for (const FeatureSlot slot : slots) {
    const FeatureRow& row = rows_[slot];
    sums.target += double{row.target.mean};
    sums.fruitless += double{row.fruitless.mean};
    sums.value += double{row.value.mean};
    sums.novelty += double{row.value.variance} * shared_by(row.waiting);
  }
  return sums;
}

void FeatureTable::save(ByteWriter& out) const {
  const FeatureRow unknown;
  rows_.save(out, [&](const FeatureRow& row) {
    unsigned learnt = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
      if (row.*kWeights[i] != unknown.*kWeights[i]) learnt |= 1U << i;
    }
    out.u8(static_cast<std::uint8_t>(learnt));
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
      if ((learnt >> i & 1U) == 0) continue;
      out.u32(bit_cast<std::uint32_t>((row.*kWeights[i]).mean));
      out.u32(bit_cast<std::uint32_t>((row.*kWeights[i]).variance));
    }
    out.var(row.seen);
    out.var(row.waiting);
  });
}

bool FeatureTable::load(ByteReader& in) {
  return rows_.load(in, 3, [&in](FeatureRow& row) {
    const unsigned learnt = in.u8();
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
      if ((learnt >> i & 1U) == 0) continue;
      FeatureWeight& weight = row.*kWeights[i];
      weight.mean = bit_cast<float>(in.u32());
      weight.variance = bit_cast<float>(in.u32());
      if (!std::isfinite(weight.mean) || !std::isfinite(weight.variance)) return false;
    }
    const std::uint64_t seen = in.var();
    const std::uint64_t waiting = in.var();
    row.seen = static_cast<std::uint32_t>(seen);
    row.waiting = static_cast<std::uint32_t>(waiting);
    return learnt >> kWeights.size() == 0 && seen <= 0xFFFFFFFFU && waiting <= seen;
  });
}

}  // namespace tagtrail
