#include "generated/page_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kMenuLists = 6;
constexpr std::uint64_t kMenuNews = 2;
constexpr std::uint64_t kFooterPages = 4;

}  // namespace

PageWriter::PageWriter(const Site& site) : site_(site), words_(&site.paths.words()) {}

/// Hashed names look like CSS modules' and stay the same all over the site.
std::string PageWriter::class_of(std::string_view role) const {
  if (!site_.profile.style.hashed_classes) return std::string(role);
  std::uint64_t hash = site_.seed;
  for (const char c : role) hash = mix(hash, static_cast<std::uint64_t>(c));
  return fmt::format("{}__{:05x}", role, hash & 0xFFFFFU);
}

std::string PageWriter::title_of(const Node& node) const {
  return site_.paths.title(node, *words_);
}

void PageWriter::open(std::string_view tag, std::string_view role) {
  if (role.empty()) {
    fmt::format_to(std::back_inserter(out_), "<{}>", tag);
  } else {
    fmt::format_to(std::back_inserter(out_), "<{} class=\"{}\">", tag, class_of(role));
  }
}

void PageWriter::close(std::string_view tag) {
  fmt::format_to(std::back_inserter(out_), "</{}>\n", tag);
}

void PageWriter::link(std::string_view path, std::string_view text, std::string_view role) {
  const std::string style = role.empty() ? "" : fmt::format(" class=\"{}\"", class_of(role));
  fmt::format_to(std::back_inserter(out_), "<a{} href=\"{}\">{}</a>", style, escaped(path),
                 escaped(text));
}

std::string PageWriter::page(const Node& node, std::optional<unsigned> variant) {
  const SitePlan& plan = site_.plan;
  words_ = &words_of(plan.language_code(plan.language(node)));
  begin(node, title_of(node));
  main_part(node, variant);
  return end();
}

void PageWriter::begin(const Node& node, std::string_view heading) {
  out_.clear();
  fmt::format_to(std::back_inserter(out_),
                 "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<title>{} | {}</title>\n<link rel=\"stylesheet\" href=\"/assets/site.css\">\n"
                 "</head>\n<body>\n",
                 words_->code, escaped(heading), escaped(words_->statistics));
  navigation(site_.plan.language(node));
  if (site_.profile.style.page_ids) {
    fmt::format_to(std::back_inserter(out_), "<main id=\"content\">\n<article id=\"post-{}\">\n",
                   site_.plan.id(node));
  } else {
    out_ += "<main id=\"content\">\n<article>\n";
  }
  fmt::format_to(std::back_inserter(out_), "<h1>{}</h1>\n", escaped(heading));
}

std::string PageWriter::end() {
  const SitePlan& plan = site_.plan;
  out_ += "</article>\n</main>\n";
  open("footer", "site-footer");
  open("ul", "links");
  for (std::uint64_t i = 0; i < std::min(kFooterPages, plan.count(Kind::about, 1)); ++i) {
    open("li");
    link({Kind::about, 1, i});
    close("li");
  }
  open("li");
  link("https://social.example/@statistics", "@statistics");
  close("li");
  open("li");
  link("mailto:office@mail.example", words_->contact);
  close("li");
  close("ul");
  close("footer");
  return std::move(out_ += "</body>\n</html>\n");
}

/// The same on every page, so it may lead to depth 1 only.
void PageWriter::navigation(unsigned language) {
  const SitePlan& plan = site_.plan;
  open("header", "site-header");
  open("nav", "menu");
  open("ul");
  const auto item = [&](std::string_view path, std::string_view text) {
    open("li");
    link(path, text);
    close("li");
  };
  item("/", words_->home);
  for (std::uint64_t i = 0; i < std::min(kMenuLists, plan.count(Kind::catalogue, 1)); ++i) {
    const Node node{Kind::catalogue, 1, i};
    item(site_.paths.of(node), title_of(node));
  }
  for (std::uint64_t i = 0; i < std::min(kMenuNews, plan.count(Kind::news, 1)); ++i) {
    const Node node{Kind::news, 1, i};
    item(site_.paths.of(node), title_of(node));
  }
  if (site_.traps.months() > 0) {
    item(site_.traps.month_path(site_.traps.middle_month()), words_->calendar);
  }
  close("ul");
  close("nav");
  open("div", "languages");
  for (unsigned i = 0; i < plan.languages(); ++i) {
    if (i == language) continue;
    link(i == 0 ? "/" : site_.paths.of({Kind::language_home, 1, i - 1}), plan.language_code(i));
  }
  close("div");
  close("header");
}

std::string PageWriter::month(unsigned month) {
  words_ = &site_.paths.words();
  begin({}, words_->calendar);
  open("table", "month");
  open("tr");
  for (unsigned day = 1; day <= 28; ++day) {
    if (day % 7 == 1 && day > 1) out_ += "</tr>\n<tr>";
    fmt::format_to(std::back_inserter(out_), "<td>{}</td>", day);
  }
  close("tr");
  close("table");
  open("nav", "months");
  if (month > 0) link(site_.traps.month_path(month - 1), words_->previous, "previous");
  if (month + 1 < site_.traps.months()) {
    link(site_.traps.month_path(month + 1), words_->next, "next");
  }
  close("nav");
  return end();
}

std::string PageWriter::error_page() {
  const std::string text = escaped(site_.paths.words().error);
  return fmt::format("<!DOCTYPE html>\n<title>{0}</title>\n<h1>{0}</h1>\n", text);
}

}  // namespace tagtrail::host::generated
