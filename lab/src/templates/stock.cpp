#include "templates/stock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generated/spread.hpp"

namespace tagtrail::host::templates {
namespace {

// What a draw is for.
enum Purpose : std::uint64_t {
  kSubject = 1,
  kAuthor,
  kAnswers,
  kWordsOfText,
  kTags,
  kTitle,
  kBody,
  kAnswerAuthor,
  kAnswerBody,
  kAnswerWords,
  kName,
  kOutside,
  kOutsideHost
};

/// An index below `count`, i with a weight of about 1 / (i + 1).
std::uint32_t zipf(double uniform, std::uint32_t count) {
  const double top = std::log(static_cast<double>(count) + 1);
  return std::min(static_cast<std::uint32_t>(std::exp(uniform * top) - 1), count - 1);
}

double lomax(double uniform, double mean) {
  return std::min(mean * (1 / std::sqrt(1 - uniform) - 1), 60 * mean);
}

double gamma2(double first, double second, double mean) {
  return -mean / 2 * (std::log(1 - first) + std::log(1 - second));
}

std::uint32_t counted(double value) { return static_cast<std::uint32_t>(value); }

}  // namespace

Stock::Stock(const StockPlan& plan, std::uint64_t seed)
    : plan_(plan),
      seed_(seed),
      of_subject_(plan.subjects),
      tags_of_(plan.texts),
      of_person_(std::max(3U, counted(plan.texts / plan.texts_per_person))) {
  first_answer_.push_back(0);
  for (std::uint32_t text = 0; text < plan.texts; ++text) {
    subject_of_.push_back(zipf(uniform(text, kSubject), plan.subjects));
    author_of_.push_back(zipf(uniform(text, kAuthor), persons()));
    const double answers = lomax(uniform(text, kAnswers), plan.answers);
    first_answer_.push_back(first_answer_.back() + counted(answers + 0.5));
  }
  for (std::uint32_t text = plan.texts; text-- > 0;) {
    all_.push_back(text);
    of_subject_[subject_of_[text]].push_back(text);
    of_person_[author_of_[text]].push_back(text);
  }
  if (plan.tags_per_text > 0) draw_tags();
}

void Stock::draw_tags() {
  const double tagged = plan_.texts * plan_.tags_per_text;
  of_tag_.resize(std::max(3U, counted(tagged / plan_.texts_per_tag)));
  for (const std::uint32_t text : all_) {
    const auto count = draw(text, kTags) % (counted(2 * plan_.tags_per_text) + 1);
    auto& tags = tags_of_[text];
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto tag = zipf(uniform(draw(text, kTags), i), this->tags());
      if (std::find(tags.begin(), tags.end(), tag) != tags.end()) continue;
      tags.push_back(tag);
      of_tag_[tag].push_back(text);
    }
  }
}

std::uint64_t Stock::draw(std::uint64_t a, std::uint64_t purpose) const {
  return generated::mix(generated::mix(a, seed_), purpose);
}

double Stock::uniform(std::uint64_t a, std::uint64_t purpose) const {
  return static_cast<double>(draw(a, purpose) >> 11U) * 0x1.0p-53;
}

std::uint32_t Stock::author(Answer answer) const {
  return zipf(uniform(number(answer), kAnswerAuthor), persons());
}

std::uint32_t Stock::day(std::uint32_t text) const {
  return static_cast<std::uint32_t>(std::uint64_t{text} * plan_.years * 360 / plan_.texts);
}

Stock::List Stock::of_days(std::uint32_t begin, std::uint32_t end) const {
  const auto earlier = [this](std::uint32_t text, std::uint32_t day) {
    return this->day(text) >= day;
  };
  const auto last = std::lower_bound(all_.begin(), all_.end(), end, earlier);
  const auto first = std::lower_bound(all_.begin(), all_.end(), begin, earlier);
  return {last, first};
}

std::string Stock::title(std::uint32_t text) const {
  const std::uint64_t seed = draw(text, kTitle);
  return prose_.heading(seed, subject(text), 3 + static_cast<std::uint32_t>(seed % 6));
}

std::string Stock::subject_name(std::uint32_t subject) const {
  return prose_.heading(draw(subject, kSubject), subject, 1 + subject % 2);
}

std::string Stock::tag_name(std::uint32_t tag) const {
  constexpr std::uint32_t kCommon = 200;  // words that say too little
  constexpr std::uint32_t kNames = Prose::kWords - kCommon;
  const auto rank = kCommon + generated::Shuffled(kNames, seed_)(tag % kNames);
  return Prose::word(static_cast<std::uint32_t>(rank)) +
         (tag < kNames ? "" : std::to_string(tag / kNames));
}

std::string Stock::person_name(std::uint32_t person) const {
  return fmt::format("{}{}", prose_.heading(draw(person, kName), 0, 1), person);
}

std::uint32_t Stock::words(std::uint32_t text) const {
  return counted(20 + gamma2(uniform(text, kWordsOfText), uniform(text, kBody), plan_.words - 20));
}

std::string Stock::paragraph(std::uint32_t text, std::uint32_t number) const {
  const std::uint32_t left = words(text) - std::min(words(text), number * 60);
  return prose_.text(draw(draw(text, kBody), number), subject(text), std::min(left, 60U));
}

std::string Stock::excerpt(std::uint32_t text, std::uint32_t words) const {
  return prose_.text(draw(draw(text, kBody), 0), subject(text),
                     std::min({this->words(text), words, 60U}));
}

std::string Stock::answer_text(Answer answer) const {
  const std::uint64_t id = number(answer);
  const double words =
      gamma2(uniform(id, kAnswerWords), uniform(id, kAnswerBody), plan_.answer_words);
  return prose_.text(draw(id, kAnswerBody), subject(answer.text), 3 + counted(words));
}

std::uint32_t Stock::outside_links(std::uint32_t text) const {
  return counted(lomax(uniform(text, kOutside), plan_.outside_links) + 0.5);
}

std::string Stock::outside_url(std::uint64_t draw) const {
  return fmt::format("http://{}{}.example/{:x}",
                     Prose::word(zipf(uniform(draw, kOutsideHost), 5000)), draw % 7,
                     draw & 0xFFFFFFFFU);
}

std::string slug(std::string_view heading) {
  std::string text(heading);
  for (char& c : text) {
    if (c == ' ') c = '-';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

Stock::List page_of(Stock::List list, std::uint32_t page, std::uint32_t size) {
  const std::size_t begin = std::min(list.size(), std::size_t{page} * size);
  return list.subspan(begin, std::min<std::size_t>(size, list.size() - begin));
}

std::uint32_t pages_of(std::size_t entries, std::uint32_t size) {
  return std::max(1U, static_cast<std::uint32_t>((entries + size - 1) / size));
}

}  // namespace tagtrail::host::templates
