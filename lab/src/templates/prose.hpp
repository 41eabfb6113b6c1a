// Invented text whose words and pairs of words behave like those of a language: few are common,
// most are rare, and some words like to follow each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tagtrail::host::templates {

/// All numbers are assumed. A word is drawn with a weight of 1 / (rank + 2.7) from 60,000 (Zipf and
/// Mandelbrot). In 75 of 100 places it is one of 100 companions of the word before, the companion
/// of rank j with a weight of 1 / (j + 1); in 10 it is one that only texts on the topic like; else
/// any.
class Prose {
 public:
  static constexpr std::uint32_t kWords = 60'000;
  static constexpr std::uint32_t kCompanions = 100;

  Prose();

  /// `count` words in sentences of 6 to 21, the first of them the same for any `count`.
  std::string text(std::uint64_t seed, std::uint32_t topic, std::uint32_t count) const;
  /// `count` words without stops, for headings and names.
  std::string heading(std::uint64_t seed, std::uint32_t topic, std::uint32_t count) const;
  /// One to four syllables; the more common the shorter.
  static std::string word(std::uint32_t rank);

 private:
  std::uint32_t draw(double uniform) const;
  std::uint32_t next_word(std::uint64_t roll, std::uint32_t before, std::uint32_t topic) const;

  std::vector<double> ranks_;       ///< cumulative
  std::vector<double> companions_;  ///< cumulative
};

}  // namespace tagtrail::host::templates
