#include "traps/page_novelty.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kPair = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t kMasked = 0xC2B2AE3D27D4EB4FU;
/// A page says something new when one in so many of its words and pairs of words is, and so many.
constexpr std::size_t kOneIn = 5;
constexpr std::size_t kLeastNew = 4;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

/// A hash as viewers of source code write them, also cut to seven characters.
bool is_abbreviated_hash(std::string_view run) {
  constexpr std::size_t kAbbreviated = 7;
  const auto digits = static_cast<std::size_t>(std::count_if(run.begin(), run.end(), is_digit));
  return run.size() >= kAbbreviated && digits > 0 && digits < run.size() &&
         std::all_of(run.begin(), run.end(),
                     [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

/// A hash that is fed a character at a time.
class Hash {
 public:
  void add(char c) { state_ = (state_ ^ static_cast<unsigned char>(c)) * kPrime; }
  void add_masked(std::string_view run) {
    if (is_identifier_like(run) || is_abbreviated_hash(run)) return add('H');
    bool in_number = false;
    for (const char c : run) {
      const bool digit = is_digit(c);
      if (!digit || !in_number) add(digit ? '0' : c);
      in_number = digit;
    }
  }
  std::uint64_t value(std::uint64_t kind) const { return mix(state_ ^ kind); }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001B3U;
  std::uint64_t state_ = 0xCBF29CE484222325U;
};

/// Of a text as it stands, and with each number as one digit and each identifier as one letter.
struct TextHashes {
  std::uint64_t exact = 0;
  std::uint64_t masked = 0;
};

TextHashes hashes_of(std::string_view text) {
  Hash exact;
  Hash masked;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter_or_digit(text[end])) exact.add(text[end++]);
    if (end > i) {
      masked.add_masked(text.substr(i, end - i));
    } else {
      exact.add(text[end]);
      masked.add(text[end++]);
    }
    i = end;
  }
  return {exact.value(0), masked.value(kMasked)};
}

template <typename Use>
void each_word(std::string_view text, Use use) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) use(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// New ones among things of one sort.
struct Count {
  std::size_t all = 0;
  std::size_t fresh = 0;
  bool says_something() const { return fresh >= kLeastNew && fresh * kOneIn >= all; }
};

}  // namespace

bool SeenHashes::add(std::uint64_t hash) {
  if (now_.empty()) now_.resize(kBits / 64);
  const std::size_t bit = hash % kBits;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  std::uint64_t& word = now_[bit / 64];
  if ((word & mask) != 0) return false;
  const bool fresh = before_.empty() || (before_[bit / 64] & mask) == 0;
  word |= mask;
  if (++filled_ >= kFull) {
    before_.swap(now_);
    now_.assign(kBits / 64, 0);
    filled_ = 0;
  }
  return fresh;
}

void SeenHashes::save(ByteWriter& out) const {
  out.var(filled_);
  for (const auto* generation : {&now_, &before_}) {
    out.var(static_cast<std::uint64_t>(
        std::count_if(generation->begin(), generation->end(), [](auto w) { return w != 0; })));
    std::size_t last = 0;
    for (std::size_t i = 0; i < generation->size(); ++i) {
      if ((*generation)[i] == 0) continue;
      out.var(i - last);
      out.u64((*generation)[i]);
      last = i;
    }
  }
}

bool SeenHashes::load(ByteReader& in) {
  filled_ = static_cast<std::size_t>(in.var());
  for (auto* generation : {&now_, &before_}) {
    const std::size_t words = in.count(9);
    generation->clear();
    if (words == 0) continue;
    generation->assign(kBits / 64, 0);
    std::size_t at = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t step = in.var();
      if (step >= kBits / 64 || at + step >= kBits / 64) return false;
      at += static_cast<std::size_t>(step);
      (*generation)[at] = in.u64();
    }
  }
  return in.ok() && filled_ < kFull;
}

Addition PageNovelty::read(const Page& page) {
  Count exact;
  Count masked;
  TextHashes last;
  const auto meet = [&](std::uint64_t hash, Count& count) {
    ++count.all;
    if (seen_.add(hash)) ++count.fresh;
  };
  const auto meet_text = [&](std::string_view text) {
    if (text.empty()) return;
    const TextHashes hashes = hashes_of(text);
    meet(hashes.exact, exact);
    meet(hashes.masked, masked);
  };
  each_word(page.text, [&](std::string_view word) {
    const TextHashes hashes = hashes_of(word);
    meet(mix(hashes.exact ^ (last.exact * kPair)), exact);
    meet(mix(hashes.masked ^ (last.masked * kPair)), masked);
    last = hashes;
  });
  meet_text(page.title);
  // Beyond the first words of a long page.
  for (const LinkObservation& link : page.links) meet_text(link.anchor);
  if (masked.says_something()) return Addition::strong;
  return exact.says_something() ? Addition::weak : Addition::none;
}

void PageNovelty::save(ByteWriter& out) const { seen_.save(out); }

bool PageNovelty::load(ByteReader& in) { return seen_.load(in); }

std::uint64_t fingerprint_of_words(const Page& page) {
  std::uint64_t sum = 0;
  each_word(page.text, [&](std::string_view word) { sum += hashes_of(word).exact; });
  for (const LinkObservation& link : page.links) sum += mix(hashes_of(link.anchor).exact ^ kPair);
  return sum;
}

}  // namespace tagtrail
