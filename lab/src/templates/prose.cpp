#include "templates/prose.hpp"

#include <algorithm>

#include "generated/spread.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::mix;

// Below it are the words that any text has: no topic likes them more.
constexpr std::uint32_t kCommonWords = 200;

std::vector<double> cumulative(std::uint32_t count, double offset) {
  std::vector<double> sums(count);
  double sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    sum += 1.0 / (static_cast<double>(i) + offset);
    sums[i] = sum;
  }
  for (double& value : sums) value /= sum;
  return sums;
}

std::uint32_t place(const std::vector<double>& sums, double uniform) {
  const auto at = std::upper_bound(sums.begin(), sums.end(), uniform);
  return static_cast<std::uint32_t>(
      std::min<std::ptrdiff_t>(at - sums.begin(), static_cast<std::ptrdiff_t>(sums.size()) - 1));
}

double uniform_of(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

void capitalise(std::string& text, std::size_t at) {
  if (at < text.size()) text[at] = static_cast<char>(text[at] - 'a' + 'A');
}

}  // namespace

Prose::Prose() : ranks_(cumulative(kWords, 2.7)), companions_(cumulative(kCompanions, 1)) {}

std::string Prose::word(std::uint32_t rank) {
  constexpr std::string_view kConsonants = "tnsrldmkpbgvfhjz";
  constexpr std::string_view kVowels = "aeiou";
  constexpr std::uint32_t kSyllables = 80;
  std::string word;
  std::uint32_t rest = rank;
  for (;;) {
    const std::uint32_t syllable = rest % kSyllables;
    word += kConsonants[syllable % kConsonants.size()];
    word += kVowels[syllable / kConsonants.size()];
    if (rest < kSyllables) return word;
    rest = rest / kSyllables - 1;
  }
}

std::uint32_t Prose::draw(double uniform) const { return place(ranks_, uniform); }

std::uint32_t Prose::next_word(std::uint64_t roll, std::uint32_t before,
                               std::uint32_t topic) const {
  const std::uint64_t kind = roll % 100;
  const double uniform = uniform_of(mix(roll, 1));
  if (kind < 75) {
    const std::uint32_t companion = place(companions_, uniform);
    return draw(uniform_of(mix(before, companion)));
  }
  const std::uint32_t any = draw(uniform);
  if (kind >= 85 || any < kCommonWords) return any;
  return kCommonWords + static_cast<std::uint32_t>((any + mix(topic, 7)) % (kWords - kCommonWords));
}

std::string Prose::text(std::uint64_t seed, std::uint32_t topic, std::uint32_t count) const {
  Random random(seed);
  std::string text;
  std::uint32_t before = 0;
  std::uint64_t sentence = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t roll = random.next();
    const bool begins = sentence == 0;
    if (begins) sentence = 6 + mix(roll, 2) % 16;
    if (i > 0) text += begins ? ". " : " ";
    const std::size_t at = text.size();
    before = begins ? draw(uniform_of(roll)) : next_word(roll, before, topic);
    text += word(before);
    if (begins) capitalise(text, at);
    --sentence;
  }
  return count > 0 ? text + "." : text;
}

std::string Prose::heading(std::uint64_t seed, std::uint32_t topic, std::uint32_t count) const {
  std::string text;
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    before = next_word(mix(seed, i), before, topic);
    if (i > 0) text += ' ';
    text += word(before);
  }
  capitalise(text, 0);
  return text;
}

}  // namespace tagtrail::host::templates
