#include "forms/query_template.hpp"

#include <numeric>

#include "forms/form_shape.hpp"

namespace tagtrail {
namespace {

/// Answers after which it is tested whether a template is informative.
constexpr std::uint32_t kProbes = 8;
constexpr std::uint32_t kDistinct = 4;  // one in so many
/// Fruitless answers for each fruitful one: the price that a new page of results may have.
constexpr std::uint32_t kFruitlessEach = 2;
/// Besides, to begin with, in multiples of what ends it in a row.
constexpr std::uint32_t kTries = 2;

}  // namespace

bool QueryTemplate::informative() const { return results.size() * kDistinct >= answered; }

double QueryTemplate::rate() const {
  return (static_cast<double>(fruitful) + 1) / (static_cast<double>(answered) + 2);
}

void QueryTemplate::note(bool brought, std::uint64_t signature) {
  ++answered;
  results.insert(signature);
  fruitful += brought ? 1 : 0;
  in_a_row = brought ? 0 : in_a_row + 1;
  base_brought = base_brought || brought;
  judge();
}

void QueryTemplate::take_back() {
  if (answered > 0) --answered;
  if (in_a_row > 0) --in_a_row;
}

void QueryTemplate::restart() {
  over = over && !exhausted;
  exhausted = false;
  cursor = 0;
  bases.clear();
  fruitless_bases = 0;
}

void QueryTemplate::judge() {
  const std::uint32_t fruitless = answered - fruitful;
  over = over || fruitless > kFruitlessEach * fruitful + kTries * tries ||
         (!narrows && in_a_row >= tries) || (answered >= kProbes && !informative());
}

void QueryTemplate::save(ByteWriter& out) const {
  out.var(inputs.size());
  for (const std::uint32_t input : inputs) out.var(input);
  out.boolean(words);
  out.boolean(narrows);
  out.var(added);
  out.var(tries);
  out.var(asked);
  out.var(answered);
  out.var(fruitful);
  out.var(in_a_row);
  out.boolean(over);
  out.boolean(exhausted);
  out.var(results.size());
  for (const std::uint64_t result : results) out.u64(result);
  out.var(cursor);
  out.var(bases.size());
  for (const std::uint32_t each : bases) out.var(each);
  out.var(base);
  out.boolean(base_brought);
  out.var(fruitless_bases);
}

bool QueryTemplate::load(ByteReader& in) {
  const std::size_t bound = in.count();
  if (bound > kMostBound) return false;
  for (std::size_t i = 0; i < bound; ++i) {
    inputs.push_back(static_cast<std::uint32_t>(in.var()));
    if (inputs.back() >= limits::kQueryInputs) return false;
  }
  words = in.boolean();
  narrows = in.boolean();
  added = static_cast<std::uint32_t>(in.var());
  tries = static_cast<std::uint32_t>(in.var());
  asked = static_cast<std::uint32_t>(in.var());
  answered = static_cast<std::uint32_t>(in.var());
  fruitful = static_cast<std::uint32_t>(in.var());
  in_a_row = static_cast<std::uint32_t>(in.var());
  over = in.boolean();
  exhausted = in.boolean();
  for (std::size_t count = in.count(8); count > 0; --count) results.insert(in.u64());
  cursor = in.var();
  for (std::size_t count = in.count(); count > 0; --count) {
    bases.insert(static_cast<std::uint32_t>(in.var()));
  }
  base = static_cast<std::uint32_t>(in.var());
  base_brought = in.boolean();
  fruitless_bases = static_cast<std::uint32_t>(in.var());
  return in.ok() && added < limits::kQueryInputs && fruitful <= answered;
}

std::uint64_t spread(std::uint64_t index, std::uint64_t count) {
  if (count < 3) return index;
  // Steps of the golden section leave no large gap early.
  std::uint64_t step = count * 618 / 1000;
  while (std::gcd(step, count) != 1) ++step;
  return index % count * step % count;
}

}  // namespace tagtrail
