// A newspaper: sections with teasers, long articles in parts, topics, daily archives, and the same
// article to print and to send.
//
// Assumed: articles of 450 words in parts of 300, 3 answers of 40 on pages of their own, 2 topics,
// 9 sections, an article a day or more over 10 years at most, 1 link to another site. By seed, a
// newspaper has daily archives (3 of 4) and forms to send an article (1 of 2).
#include <fmt/format.h>

#include <algorithm>

#include "templates/family.hpp"
#include "templates/parts.hpp"

namespace tagtrail::host::templates {
namespace {

enum NewsKind : std::uint32_t {
  kFront,
  kSection,      ///< section, page
  kArticle,      ///< article, part
  kTopic,        ///< topic, page
  kReporter,     ///< person, page
  kDayPaper,     ///< day
  kPrinted,      ///< article
  kMail,         ///< article
  kOpinions,     ///< article, page
  kSectionFeed,  ///< section
  kImprint
};

constexpr std::uint32_t kTeasers = 20;
constexpr std::uint32_t kTeaserWords = 30;
constexpr std::uint32_t kOpinionsOnPage = 20;
constexpr std::uint32_t kOpinionsShown = 2;
constexpr std::uint32_t kParagraphsOfPart = 5;
constexpr std::uint32_t kRelated = 4;

StockPlan news_plan(std::uint32_t texts) {
  StockPlan plan;
  plan.texts = texts;
  plan.years = std::clamp(texts / 360, 1U, 10U);
  plan.subjects = 9;
  plan.tags_per_text = 2;
  plan.texts_per_tag = 15;
  plan.texts_per_person = 50;
  plan.answers = 3;
  plan.words = 450;
  plan.answer_words = 40;
  plan.outside_links = 1;
  return plan;
}

class News final : public Family {
 public:
  News(std::uint32_t texts, std::uint64_t seed)
      : stock_(news_plan(texts), seed),
        day_archives_(stock_.draw(0, 900) % 4 < 3),
        mail_forms_(stock_.draw(0, 901) % 2 == 0) {}

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  std::string section_path(std::uint32_t section) const;
  std::string article_path(std::uint32_t article) const;
  void write_column(const Ref& ref, Sheet& sheet) const;
  void front(Sheet& sheet) const;
  void list(const Ref& ref, Stock::List articles, std::string_view title, Sheet& sheet) const;
  void teaser(std::uint32_t article, Sheet& sheet) const;
  void article(const Ref& ref, Sheet& sheet) const;
  void tools(std::uint32_t article, Sheet& sheet) const;
  void opinions(const Ref& ref, std::uint32_t begin, std::uint32_t end, Sheet& sheet) const;
  void printed(std::uint32_t article, Sheet& sheet) const;
  void rail(const Ref& ref, Sheet& sheet) const;
  void paragraphs(std::uint32_t article, std::uint32_t begin, std::uint32_t end,
                  Sheet& sheet) const;
  std::uint32_t parts(std::uint32_t article) const {
    return pages_of(stock_.paragraphs(article), kParagraphsOfPart);
  }

  Stock stock_;
  bool day_archives_;
  bool mail_forms_;
};

std::string News::section_path(std::uint32_t section) const {
  return fmt::format("/{}-{}/", slug(stock_.subject_name(section)), section);
}

std::string News::article_path(std::uint32_t article) const {
  const std::uint32_t section = stock_.subject(article);
  return fmt::format("{}{}-{}", section_path(section), slug(stock_.title(article)),
                     100000 + article);
}

std::string News::path(const Ref& ref) const {
  const std::string page = ref.b > 0 ? fmt::format("?page={}", ref.b + 1) : "";
  switch (ref.kind) {
    case kSection:
      return section_path(ref.a) + "index.html" + page;
    case kArticle:
      return article_path(ref.a) + (ref.b > 0 ? fmt::format("-part{}", ref.b + 1) : "") + ".html";
    case kTopic:
      return fmt::format("/topics/{}.html{}", stock_.tag_name(ref.a), page);
    case kReporter:
      return fmt::format("/people/{}.html{}", slug(stock_.person_name(ref.a)), page);
    case kDayPaper:
      return fmt::format("/archive/{}/{:02}/{:02}.html", 2004 + ref.a / 360, ref.a / 30 % 12 + 1,
                         ref.a % 30 + 1);
    case kPrinted:
      return fmt::format("/print?article={}", 100000 + ref.a);
    case kMail:
      return fmt::format("/mail?article={}", 100000 + ref.a);
    case kOpinions:
      return article_path(ref.a) + "-opinions.html" + page;
    case kSectionFeed:
      return section_path(ref.a) + "feed.xml";
    case kImprint:
      return "/imprint.html";
    default:
      return "/";
  }
}

Reply News::answer(const Ref& ref, Sheet& sheet) const {
  if (ref.kind == kSectionFeed) {
    return {200,
            "application/rss+xml",
            {},
            feed(*this, stock_, stock_.of_subject(ref.a), [](std::uint32_t article) {
              return Ref{kArticle, article};
            })};
  }
  sheet.open("html");
  if (ref.kind == kPrinted) {
    printed(ref.a, sheet);
    return {};
  }
  sheet.open("body");
  sheet.open("div#top");
  sheet.link({}, "Front page", "a.brand");
  sheet.open("ul#sections");
  for (std::uint32_t i = 0; i < stock_.plan().subjects; ++i) {
    sheet.open("li");
    sheet.link({kSection, i}, stock_.subject_name(i));
    sheet.close();
  }
  sheet.close(2);
  sheet.open("div#columns");
  sheet.open("div#column");
  write_column(ref, sheet);
  sheet.close();
  rail(ref, sheet);
  sheet.close();
  sheet.open("div#bottom");
  sheet.link({kImprint}, "Imprint");
  sheet.outside("http://press.example/", "Press council");
  return {};
}

void News::write_column(const Ref& ref, Sheet& sheet) const {
  switch (ref.kind) {
    case kSection:
      return list(ref, stock_.of_subject(ref.a), stock_.subject_name(ref.a), sheet);
    case kTopic:
      return list(ref, stock_.of_tag(ref.a), stock_.tag_name(ref.a), sheet);
    case kReporter:
      return list(ref, stock_.of_person(ref.a), stock_.person_name(ref.a), sheet);
    case kDayPaper:
      return list(ref, stock_.of_day(ref.a), date(ref.a), sheet);
    case kArticle:
      return article(ref, sheet);
    case kMail:
      sheet.element("h1", "Send this article");
      sheet.element("p", stock_.title(ref.a));
      return;
    case kOpinions: {
      sheet.element("h1", stock_.title(ref.a));
      const std::uint32_t all = stock_.answers(ref.a);
      opinions(ref, ref.b * kOpinionsOnPage, std::min(all, (ref.b + 1) * kOpinionsOnPage), sheet);
      return write_pager(sheet, {"p.pages", "a", "a.prev", "a.next"}, ref.b,
                         pages_of(all, kOpinionsOnPage), [&](std::uint32_t page) {
                           return Ref{kOpinions, ref.a, page};
                         });
    }
    case kImprint:
      return sheet.element("p", stock_.prose().text(stock_.draw(1, 910), 0, 120));
    default:
      return front(sheet);
  }
}

void News::front(Sheet& sheet) const {
  for (std::uint32_t section = 0; section < stock_.plan().subjects; ++section) {
    sheet.open("section.front");
    sheet.element("h2", stock_.subject_name(section));
    for (const std::uint32_t article : page_of(stock_.of_subject(section), 0, 6)) {
      teaser(article, sheet);
    }
    sheet.close();
  }
}

void News::list(const Ref& ref, Stock::List articles, std::string_view title, Sheet& sheet) const {
  sheet.element("h1.list-title", title);
  sheet.open("div#teasers");
  const bool whole = ref.kind == kDayPaper;
  for (const std::uint32_t article : whole ? articles : page_of(articles, ref.b, kTeasers)) {
    teaser(article, sheet);
  }
  sheet.close();
  if (whole) {
    sheet.open("div#days");
    if (ref.a > 0) sheet.link({kDayPaper, ref.a - 1}, "The day before", "a.before");
    sheet.close();
    return;
  }
  write_pager(sheet, {"div#pages", "a", "a.prev", "a.next"}, ref.b,
              pages_of(articles.size(), kTeasers), [&](std::uint32_t page) {
                return Ref{ref.kind, ref.a, page};
              });
}

void News::teaser(std::uint32_t article, Sheet& sheet) const {
  sheet.open("div.teaser");
  sheet.open("h3");
  sheet.link({kArticle, article}, stock_.title(article));
  sheet.close();
  sheet.element("p", stock_.excerpt(article, kTeaserWords));
  sheet.close();
}

void News::paragraphs(std::uint32_t article, std::uint32_t begin, std::uint32_t end,
                      Sheet& sheet) const {
  for (std::uint32_t i = begin; i < std::min(end, stock_.paragraphs(article)); ++i) {
    sheet.element("p", stock_.paragraph(article, i));
  }
}

void News::article(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t article = ref.a;
  sheet.open("article");
  sheet.element("h1", stock_.title(article));
  sheet.open("p.byline");
  const std::uint32_t author = stock_.author(article);
  sheet.link({kReporter, author}, stock_.person_name(author));
  sheet.text(" " + date(stock_.day(article)));
  sheet.close();
  sheet.open("div.story");
  paragraphs(article, ref.b * kParagraphsOfPart, (ref.b + 1) * kParagraphsOfPart, sheet);
  sheet.close();
  write_pager(sheet, {"p.parts", "a", "a.prev", "a.next"}, ref.b, parts(article),
              [&](std::uint32_t part) {
                return Ref{kArticle, article, part};
              });
  if (ref.b + 1 == parts(article)) {
    sheet.open("ul.sources");
    for (std::uint32_t i = 0; i < stock_.outside_links(article); ++i) {
      sheet.open("li");
      sheet.outside(outside_url(stock_, article, i), "Source");
      sheet.close();
    }
    sheet.close();
  }
  tools(article, sheet);
  sheet.close();
  sheet.open("div#opinions");
  opinions(ref, 0, std::min(kOpinionsShown, stock_.answers(article)), sheet);
  if (stock_.answers(article) > kOpinionsShown) {
    sheet.link({kOpinions, article}, "All opinions", "a.all");
  }
  sheet.close();
}

void News::tools(std::uint32_t article, Sheet& sheet) const {
  sheet.open("ul.tools");
  for (const std::uint32_t topic : stock_.tags_of(article)) {
    sheet.open("li.topic");
    sheet.link({kTopic, topic}, stock_.tag_name(topic));
    sheet.close();
  }
  sheet.open("li.print");
  sheet.link({kPrinted, article}, "Print");
  sheet.close();
  if (mail_forms_) {
    sheet.open("li.mail");
    sheet.link({kMail, article}, "Send");
    sheet.close();
  }
  sheet.open("li.share");
  sheet.outside(fmt::format("http://share.example/?to={}", article), "Share");
  sheet.close(2);
}

void News::opinions(const Ref& ref, std::uint32_t begin, std::uint32_t end, Sheet& sheet) const {
  for (std::uint32_t i = begin; i < end; ++i) {
    sheet.open("div.opinion");
    sheet.element("b", stock_.person_name(stock_.author(Stock::Answer{ref.a, i})));
    sheet.element("p", stock_.answer_text({ref.a, i}));
    sheet.close();
  }
}

void News::printed(std::uint32_t article, Sheet& sheet) const {
  sheet.open("body#print");
  sheet.element("h1", stock_.title(article));
  paragraphs(article, 0, stock_.paragraphs(article), sheet);
  sheet.link({kArticle, article}, "To the article");
}

void News::rail(const Ref& ref, Sheet& sheet) const {
  sheet.open("div#rail");
  sheet.open("ol.latest");
  for (const std::uint32_t article : page_of(stock_.all(), 0, 8)) {
    sheet.open("li");
    sheet.link({kArticle, article}, stock_.title(article));
    sheet.close();
  }
  sheet.close();
  if (ref.kind == kArticle) {
    sheet.open("ul.related");
    const auto same = stock_.of_subject(stock_.subject(ref.a));
    for (std::uint32_t i = 0; i < kRelated; ++i) {
      const std::uint32_t article = same[stock_.draw(ref.a, 930 + i) % same.size()];
      sheet.open("li");
      sheet.link({kArticle, article}, stock_.title(article));
      sheet.close();
    }
    sheet.close();
  }
  if (ref.kind == kSection) sheet.link({kSectionFeed, ref.a}, "Feed", "a.feed");
  if (day_archives_) {
    sheet.open("p.archive");
    sheet.link({kDayPaper, stock_.plan().years * 360 - 1}, "Yesterday's news");
    if (ref.kind == kArticle) sheet.link({kDayPaper, stock_.day(ref.a)}, date(stock_.day(ref.a)));
    sheet.close();
  }
  sheet.close();
}

}  // namespace

std::unique_ptr<Family> make_news(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<News>(texts, seed);
}

}  // namespace tagtrail::host::templates
