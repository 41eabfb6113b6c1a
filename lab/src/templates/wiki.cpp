// A wiki: articles that link to each other in their text, and for each its source, history, old
// versions, discussion, and what links to it.
//
// Assumed: articles of 350 words, 8 links to other articles (the older ones are linked more, by
// Zipf), 2 categories, 2.5 older versions (each lacks one of the article's paragraphs), discussions
// of 60 words on every third article. By seed, print views (3 of 4), and sources that everybody may
// see (1 of 2).
#include <fmt/format.h>

#include <algorithm>

#include "templates/family.hpp"
#include "templates/parts.hpp"

namespace tagtrail::host::templates {
namespace {

enum WikiKind : std::uint32_t {
  kMainPage,
  kArticlePage,    ///< article
  kDiscussion,     ///< article
  kSource,         ///< article
  kHistory,        ///< article
  kOldVersion,     ///< article, version
  kDifference,     ///< article, version
  kLinksHere,      ///< article
  kPrintable,      ///< article
  kCategoryPage,   ///< category, page
  kAllPages,       ///< page
  kChanges,        ///< how many, how old
  kWikiUser,       ///< person
  kContributions,  ///< person, page
  kSpecial         ///< one of a few
};

constexpr std::uint32_t kInCategory = 100;
constexpr std::uint32_t kOnAllPages = 150;
constexpr std::uint32_t kContributionsOnPage = 50;
constexpr std::uint32_t kWikiLinks = 8;
constexpr std::uint32_t kLinksHereShown = 50;
constexpr std::uint32_t kChangesShown = 25;
constexpr std::uint32_t kSpecialPages = 6;

StockPlan wiki_plan(std::uint32_t texts) {
  StockPlan plan;
  plan.texts = texts;
  plan.years = 5;
  plan.tags_per_text = 2;
  plan.texts_per_tag = 25;
  plan.texts_per_person = 25;
  plan.answers = 2.5;  // versions
  plan.words = 350;
  plan.answer_words = 60;
  plan.outside_links = 1.2;
  return plan;
}

class Wiki final : public Family {
 public:
  Wiki(std::uint32_t texts, std::uint64_t seed)
      : stock_(wiki_plan(texts), seed),
        print_views_(stock_.draw(0, 900) % 4 < 3),
        open_sources_(stock_.draw(0, 901) % 2 == 0),
        linking_(texts) {
    for (std::uint32_t article = 0; article < texts; ++article) {
      for (std::uint32_t i = 0; i < kWikiLinks; ++i) {
        auto& here = linking_[linked(article, i)];
        if (here.size() < kLinksHereShown) here.push_back(article);
      }
    }
  }

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  std::string name(std::uint32_t article) const;
  std::string page_path(const Ref& ref) const;
  /// The `number`th link in the article's text.
  std::uint32_t linked(std::uint32_t article, std::uint32_t number) const {
    const double uniform = stock_.uniform(article, 940 + number);
    return static_cast<std::uint32_t>(uniform * uniform * uniform * stock_.texts());
  }
  void write_content(const Ref& ref, Sheet& sheet) const;
  void main_page(Sheet& sheet) const;
  void text(std::uint32_t article, std::uint32_t without, Sheet& sheet) const;
  void article(std::uint32_t article, Sheet& sheet) const;
  void source(std::uint32_t article, Sheet& sheet) const;
  void history(std::uint32_t article, Sheet& sheet) const;
  void difference(const Ref& ref, Sheet& sheet) const;
  void list(const Ref& ref, Stock::List articles, std::uint32_t page, std::uint32_t size,
            Sheet& sheet) const;
  void changes(const Ref& ref, Sheet& sheet) const;
  void tabs(const Ref& ref, Sheet& sheet) const;
  void panel(const Ref& ref, Sheet& sheet) const;
  static bool is_of_article(const Ref& ref) {
    return ref.kind >= kArticlePage && ref.kind <= kPrintable;
  }

  Stock stock_;
  bool print_views_;
  bool open_sources_;
  std::vector<std::vector<std::uint32_t>> linking_;  ///< to an article, the first ones
};

/// Titles repeat, so names have a number.
std::string Wiki::name(std::uint32_t article) const {
  std::string name = stock_.title(article);
  std::replace(name.begin(), name.end(), ' ', '_');
  return fmt::format("{}_{}", name, article);
}

std::string Wiki::page_path(const Ref& ref) const {
  const std::string title = "/index.php?title=" + name(ref.a);
  switch (ref.kind) {
    case kDiscussion:
      return "/wiki/Talk:" + name(ref.a);
    case kSource:
      return title + "&action=edit";
    case kHistory:
      return title + "&action=history";
    case kOldVersion:
      return fmt::format("{}&oldid={}", title, stock_.number({ref.a, ref.b}));
    case kDifference:
      return fmt::format("{}&diff={}", title, stock_.number({ref.a, ref.b}));
    case kLinksHere:
      return "/wiki/Special:Links/" + name(ref.a);
    case kPrintable:
      return title + "&printable=yes";
    default:
      return "/wiki/" + name(ref.a);
  }
}

std::string Wiki::path(const Ref& ref) const {
  if (is_of_article(ref)) return page_path(ref);
  const auto from = [](std::uint32_t page) {
    return page > 0 ? fmt::format("?page={}", page + 1) : "";
  };
  switch (ref.kind) {
    case kCategoryPage:
      return fmt::format("/wiki/Category:{}{}", stock_.tag_name(ref.a), from(ref.b));
    case kAllPages:
      return "/wiki/Special:AllPages" + from(ref.a);
    case kChanges:
      return fmt::format("/index.php?title=Special:Changes&limit={}&days={}", ref.a, ref.b);
    case kWikiUser:
      return "/wiki/User:" + stock_.person_name(ref.a);
    case kContributions:
      return fmt::format("/wiki/Special:Contributions/{}{}", stock_.person_name(ref.a),
                         from(ref.b));
    case kSpecial:
      return fmt::format("/wiki/Special:Page{}", ref.a);
    default:
      return "/";
  }
}

Reply Wiki::answer(const Ref& ref, Sheet& sheet) const {
  sheet.open("html");
  sheet.open(is_of_article(ref) ? fmt::format("body.page-{}", ref.a) : "body.special");
  sheet.open("div#content");
  if (is_of_article(ref)) sheet.element("h1#firstHeading", stock_.title(ref.a));
  sheet.open("div#bodyContent");
  write_content(ref, sheet);
  sheet.close(2);
  if (ref.kind == kPrintable) return {};
  if (is_of_article(ref)) tabs(ref, sheet);
  panel(ref, sheet);
  return {};
}

void Wiki::write_content(const Ref& ref, Sheet& sheet) const {
  switch (ref.kind) {
    case kArticlePage:
    case kPrintable:
      return article(ref.a, sheet);
    case kOldVersion:
      return text(ref.a, ref.b, sheet);
    case kDiscussion:
      if (ref.a % 3 == 0) return sheet.element("p", stock_.answer_text({ref.a, 0}));
      return sheet.element("p", "There is no discussion yet");
    case kSource:
      return source(ref.a, sheet);
    case kHistory:
      return history(ref.a, sheet);
    case kDifference:
      return difference(ref, sheet);
    case kLinksHere:
      return list(ref, linking_[ref.a], 0, kLinksHereShown, sheet);
    case kCategoryPage:
      return list(ref, stock_.of_tag(ref.a), ref.b, kInCategory, sheet);
    case kAllPages:
      return list(ref, stock_.all(), ref.a, kOnAllPages, sheet);
    case kChanges:
      return changes(ref, sheet);
    case kWikiUser:
      sheet.element("p", stock_.prose().text(stock_.draw(ref.a, 921), 0, 25));
      return sheet.link({kContributions, ref.a}, "Contributions");
    case kContributions:
      return list(ref, stock_.of_person(ref.a), ref.b, kContributionsOnPage, sheet);
    case kSpecial:
      return sheet.element("p", stock_.prose().text(stock_.draw(ref.a, 911), 0, 40));
    default:
      return main_page(sheet);
  }
}

void Wiki::main_page(Sheet& sheet) const {
  sheet.open("div#mp-intro");
  sheet.element("p", stock_.prose().text(stock_.draw(5, 910), 0, 120));
  sheet.close();
  sheet.open("ul.portals");
  for (std::uint32_t i = 0; i < std::min(stock_.tags(), 30U); ++i) {
    sheet.open("li");
    sheet.link({kCategoryPage, i}, stock_.tag_name(i));
    sheet.close();
  }
  sheet.close();
}

/// A paragraph is missing: of an older version; none where it has fewer.
void Wiki::text(std::uint32_t article, std::uint32_t without, Sheet& sheet) const {
  const std::uint32_t paragraphs = stock_.paragraphs(article);
  for (std::uint32_t i = 0; i < paragraphs; ++i) {
    if (i == without) continue;
    sheet.open("p");
    sheet.text(stock_.paragraph(article, i) + " ");
    for (std::uint32_t link = i; link < kWikiLinks; link += paragraphs) {
      const std::uint32_t to = linked(article, link);
      sheet.link({kArticlePage, to}, stock_.title(to));
      sheet.text(" ");
    }
    sheet.close();
  }
}

void Wiki::article(std::uint32_t article, Sheet& sheet) const {
  text(article, stock_.paragraphs(article), sheet);
  sheet.open("ul.references");
  for (std::uint32_t i = 0; i < stock_.outside_links(article); ++i) {
    sheet.open("li");
    sheet.outside(outside_url(stock_, article, i), "Reference", "a.external");
    sheet.close();
  }
  sheet.close();
  sheet.open("div#catlinks");
  for (const std::uint32_t category : stock_.tags_of(article)) {
    sheet.link({kCategoryPage, category}, stock_.tag_name(category));
  }
  sheet.close();
}

void Wiki::source(std::uint32_t article, Sheet& sheet) const {
  if (!open_sources_) return sheet.element("p", "You have to log in to edit pages");
  sheet.open("pre#source");
  for (std::uint32_t i = 0; i < stock_.paragraphs(article); ++i) {
    sheet.text(stock_.paragraph(article, i) + "\n\n");
  }
  sheet.close();
}

void Wiki::history(std::uint32_t article, Sheet& sheet) const {
  sheet.open("ul#pagehistory");
  for (std::uint32_t version = 0; version < stock_.answers(article); ++version) {
    const std::uint32_t person = stock_.author(Stock::Answer{article, version});
    sheet.open("li");
    sheet.link({kDifference, article, version}, "difference", "a.diff");
    sheet.link({kOldVersion, article, version}, date(stock_.day(article) + version), "a.date");
    sheet.link({kWikiUser, person}, stock_.person_name(person), "a.user");
    sheet.close();
  }
  sheet.close();
}

void Wiki::difference(const Ref& ref, Sheet& sheet) const {
  sheet.open("table.diff");
  sheet.open("tr");
  sheet.element("td.added", stock_.paragraph(ref.a, ref.b % stock_.paragraphs(ref.a)));
  sheet.close(2);
  text(ref.a, ref.b + 1, sheet);
}

void Wiki::list(const Ref& ref, Stock::List articles, std::uint32_t page, std::uint32_t size,
                Sheet& sheet) const {
  sheet.open("div.pages");
  sheet.open("ul");
  for (const std::uint32_t article : page_of(articles, page, size)) {
    sheet.open("li");
    sheet.link({kArticlePage, article}, stock_.title(article));
    sheet.close();
  }
  sheet.close(2);
  write_pager(sheet, {"div.nav", "a", "a.prev", "a.next"}, page, pages_of(articles.size(), size),
              [&](std::uint32_t other) {
                return ref.kind == kAllPages ? Ref{kAllPages, other} : Ref{ref.kind, ref.a, other};
              });
}

/// The same changes, and more or fewer of them.
void Wiki::changes(const Ref& ref, Sheet& sheet) const {
  sheet.open("fieldset.options");
  for (const std::uint32_t limit : {50U, 100U, 250U}) {
    for (const std::uint32_t days : {1U, 7U, 30U}) {
      sheet.link({kChanges, limit, days}, fmt::format("{} of {} days", limit, days));
    }
  }
  sheet.close();
  sheet.open("ul.special");
  for (const std::uint32_t article : page_of(stock_.all(), 0, kChangesShown * ref.a / 50)) {
    sheet.open("li");
    sheet.link({kArticlePage, article}, stock_.title(article));
    sheet.link({kHistory, article}, "history", "a.history");
    sheet.link({kWikiUser, stock_.author(article)}, stock_.person_name(stock_.author(article)),
               "a.user");
    sheet.close();
  }
  sheet.close();
}

void Wiki::tabs(const Ref& ref, Sheet& sheet) const {
  sheet.open("div#p-tabs");
  sheet.open("ul");
  const auto tab = [&](std::string_view id, std::uint32_t kind, std::string_view name) {
    sheet.open(fmt::format("li#ca-{}", id));
    sheet.link({kind, ref.a}, name);
    sheet.close();
  };
  tab("page", kArticlePage, "Page");
  tab("talk", kDiscussion, "Discussion");
  tab("edit", kSource, "Edit");
  tab("history", kHistory, "History");
  sheet.close(2);
}

void Wiki::panel(const Ref& ref, Sheet& sheet) const {
  sheet.open("div#panel");
  const auto entry = [&](std::string_view id, const Ref& to, std::string_view name) {
    sheet.open(fmt::format("li#t-{}", id));
    sheet.link(to, name);
    sheet.close();
  };
  sheet.open("ul#p-navigation");
  entry("main", {}, "Main page");
  entry("all", {kAllPages}, "All pages");
  entry("changes", {kChanges, 50, 7}, "Changes");
  sheet.close();
  sheet.open("ul#p-tools");
  if (is_of_article(ref)) {
    entry("links", {kLinksHere, ref.a}, "What links here");
    if (print_views_) entry("print", {kPrintable, ref.a}, "Printable");
  }
  for (std::uint32_t i = 0; i < kSpecialPages; ++i) {
    entry("special" + std::to_string(i), {kSpecial, i}, "Special page " + std::to_string(i));
  }
  sheet.close(2);
  sheet.open("div#footer");
  sheet.outside("http://wikisoftware.example/", "Wiki machine");
  sheet.close();
}

}  // namespace

std::unique_ptr<Family> make_wiki(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Wiki>(texts, seed);
}

}  // namespace tagtrail::host::templates
