#include "generated/pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generated/page_content.hpp"
#include "generated/page_markup.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kMenuLists = 6;
constexpr std::uint64_t kMenuNews = 2;
constexpr std::uint64_t kFooterPages = 4;

/// The same on every page, so it may lead to depth 1 only.
void navigation(PageMarkup& page, unsigned language) {
  const Site& site = page.site();
  const Words& words = page.words();
  const SitePlan& plan = site.plan;
  page.open("header", "site-header");
  page.open("nav", "menu");
  page.open("ul");
  const auto item = [&](std::string_view path, std::string_view text) {
    page.open("li");
    page.link(path, text);
    page.close("li");
  };
  item("/", words.home);
  for (std::uint64_t i = 0; i < std::min(kMenuLists, plan.count(Kind::catalogue, 1)); ++i) {
    const Node node{Kind::catalogue, 1, i};
    item(site.paths.of(node), page.title_of(node));
  }
  for (std::uint64_t i = 0; i < std::min(kMenuNews, plan.count(Kind::news, 1)); ++i) {
    const Node node{Kind::news, 1, i};
    item(site.paths.of(node), page.title_of(node));
  }
  if (site.traps.months() > 0) {
    item(site.traps.month_path(site.traps.middle_month()), words.calendar);
  }
  page.close("ul");
  page.close("nav");
  page.open("div", "languages");
  for (unsigned i = 0; i < plan.languages(); ++i) {
    if (i == language) continue;
    page.link(i == 0 ? "/" : site.paths.of({Kind::language_home, 1, i - 1}), plan.language_code(i));
  }
  page.close("div");
  page.close("header");
}

void begin(PageMarkup& page, const Node& node, std::string_view heading) {
  const Site& site = page.site();
  const Words& words = page.words();
  page.html(
      fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<title>{} | {}</title>\n<link rel=\"stylesheet\" href=\"/assets/site.css\">\n"
                  "</head>\n<body>\n",
                  words.code, escaped(heading), escaped(words.statistics)));
  navigation(page, site.plan.language(node));
  if (site.profile.style.page_ids) {
    page.html(fmt::format("<main id=\"content\">\n<article id=\"post-{}\">\n", site.plan.id(node)));
  } else {
    page.html("<main id=\"content\">\n<article>\n");
  }
  page.html(fmt::format("<h1>{}</h1>\n", escaped(heading)));
}

std::string end(PageMarkup& page) {
  const SitePlan& plan = page.site().plan;
  page.html("</article>\n</main>\n");
  page.open("footer", "site-footer");
  page.open("ul", "links");
  for (std::uint64_t i = 0; i < std::min(kFooterPages, plan.count(Kind::about, 1)); ++i) {
    page.open("li");
    page.link({Kind::about, 1, i});
    page.close("li");
  }
  page.open("li");
  page.link("https://social.example/@statistics", "@statistics");
  page.close("li");
  page.open("li");
  page.link("mailto:office@mail.example", page.words().contact);
  page.close("li");
  page.close("ul");
  page.close("footer");
  page.html("</body>\n</html>\n");
  return page.take();
}

}  // namespace

std::string page_html(const Site& site, const Node& node, std::optional<unsigned> variant) {
  const SitePlan& plan = site.plan;
  PageMarkup page(site, words_of(plan.language_code(plan.language(node))));
  begin(page, node, page.title_of(node));
  write_content(page, node, variant);
  return end(page);
}

std::string month_html(const Site& site, unsigned month) {
  const Words& words = site.paths.words();
  PageMarkup page(site, words);
  begin(page, {}, words.calendar);
  page.open("table", "month");
  page.open("tr");
  for (unsigned day = 1; day <= 28; ++day) {
    if (day % 7 == 1 && day > 1) page.html("</tr>\n<tr>");
    page.html(fmt::format("<td>{}</td>", day));
  }
  page.close("tr");
  page.close("table");
  page.open("nav", "months");
  if (month > 0) page.link(site.traps.month_path(month - 1), words.previous, "previous");
  if (month + 1 < site.traps.months()) {
    page.link(site.traps.month_path(month + 1), words.next, "next");
  }
  page.close("nav");
  return end(page);
}

std::string error_html(const Site& site) {
  const std::string text = escaped(site.paths.words().error);
  return fmt::format("<!DOCTYPE html>\n<title>{0}</title>\n<h1>{0}</h1>\n", text);
}

}  // namespace tagtrail::host::generated
