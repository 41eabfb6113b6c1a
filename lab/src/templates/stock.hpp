// What a template-made site has to say, whatever its templates: texts with authors, dates,
// subjects, tags and answers, drawn by the seed. Only numbers are held; texts are made when asked
// for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "templates/prose.hpp"

namespace tagtrail::host::templates {

/// Means and counts; every one is assumed.
struct StockPlan {
  std::uint32_t texts = 0;       ///< posts, articles, threads
  std::uint32_t years = 8;       ///< over which they are spread evenly
  std::uint32_t subjects = 12;   ///< categories, sections, forums; sizes by Zipf
  double tags_per_text = 0;      ///< 0 to twice as many, all equally likely
  double texts_per_tag = 9;      ///< sizes by Zipf
  double texts_per_person = 15;  ///< who writes texts and answers; by Zipf
  double answers = 0;            ///< mean; few have many (Lomax, shape 2, at most 60 means)
  double words = 0;              ///< mean; gamma distribution, shape 2, at least 20
  double answer_words = 0;       ///< mean; the same
  double outside_links = 0;      ///< mean in a text
};

/// Texts are numbered from the oldest. An answer is named by its text and its place there, from 0.
class Stock {
 public:
  struct Answer {
    std::uint32_t text = 0;
    std::uint32_t place = 0;
  };
  using List = std::span<const std::uint32_t>;  ///< of texts, the newest first

  Stock(const StockPlan& plan, std::uint64_t seed);

  const StockPlan& plan() const { return plan_; }
  const Prose& prose() const { return prose_; }
  std::uint32_t texts() const { return plan_.texts; }
  List all() const { return all_; }
  std::uint32_t subject(std::uint32_t text) const { return subject_of_[text]; }
  List of_subject(std::uint32_t subject) const { return of_subject_[subject]; }
  std::uint32_t tags() const { return static_cast<std::uint32_t>(of_tag_.size()); }
  List tags_of(std::uint32_t text) const { return tags_of_[text]; }
  List of_tag(std::uint32_t tag) const { return of_tag_[tag]; }
  std::uint32_t persons() const { return static_cast<std::uint32_t>(of_person_.size()); }
  std::uint32_t author(std::uint32_t text) const { return author_of_[text]; }
  List of_person(std::uint32_t person) const { return of_person_[person]; }
  std::uint32_t answers(std::uint32_t text) const {
    return first_answer_[text + 1] - first_answer_[text];
  }
  /// A number of its own for each answer.
  std::uint32_t number(Answer answer) const { return first_answer_[answer.text] + answer.place; }
  std::uint32_t author(Answer answer) const;
  /// Days since the site began; a month has 30, a year 12 months.
  std::uint32_t day(std::uint32_t text) const;
  std::uint32_t month(std::uint32_t text) const { return day(text) / 30; }
  std::uint32_t months() const { return plan_.years * 12; }
  List of_month(std::uint32_t month) const { return of_days(month * 30, month * 30 + 30); }
  List of_day(std::uint32_t day) const { return of_days(day, day + 1); }

  std::string title(std::uint32_t text) const;
  std::string subject_name(std::uint32_t subject) const;
  std::string tag_name(std::uint32_t tag) const;
  std::string person_name(std::uint32_t person) const;
  std::uint32_t words(std::uint32_t text) const;
  /// Its paragraphs of 60 words.
  std::uint32_t paragraphs(std::uint32_t text) const { return (words(text) + 59) / 60; }
  std::string paragraph(std::uint32_t text, std::uint32_t number) const;
  /// The beginning of the first paragraph.
  std::string excerpt(std::uint32_t text, std::uint32_t words) const;
  std::string answer_text(Answer answer) const;
  /// Of URLs on other sites that a text links to; the same site has many, but no URL is on two
  /// texts.
  std::uint32_t outside_links(std::uint32_t text) const;
  std::string outside_url(std::uint64_t draw) const;
  /// Depends on nothing but the seed and its arguments.
  std::uint64_t draw(std::uint64_t a, std::uint64_t purpose) const;
  /// Equally likely from [0, 1).
  double uniform(std::uint64_t a, std::uint64_t purpose) const;

 private:
  void draw_tags();
  List of_days(std::uint32_t begin, std::uint32_t end) const;

  StockPlan plan_;
  std::uint64_t seed_;
  Prose prose_;
  std::vector<std::uint32_t> all_, subject_of_, author_of_, first_answer_;
  std::vector<std::vector<std::uint32_t>> of_subject_, of_tag_, tags_of_, of_person_;
};

/// "heading words" as a part of a URL: lower case, hyphens.
std::string slug(std::string_view heading);

/// The part of a list that its page `page` (from 0) shows, `size` a page.
Stock::List page_of(Stock::List list, std::uint32_t page, std::uint32_t size);
/// At least 1.
std::uint32_t pages_of(std::size_t entries, std::uint32_t size);

}  // namespace tagtrail::host::templates
