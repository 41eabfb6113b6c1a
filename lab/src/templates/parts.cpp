#include "templates/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generated/words.hpp"

namespace tagtrail::host::templates {
namespace {

constexpr std::uint64_t kLinkOfText = 100;
constexpr std::uint32_t kAround = 2;  ///< pages before and after that a pager names
constexpr std::size_t kInFeed = 20;

}  // namespace

std::string outside_url(const Stock& stock, std::uint32_t text, std::uint32_t number) {
  return stock.outside_url(stock.draw(text, kLinkOfText + number));
}

void write_text(Sheet& sheet, const Stock& stock, std::uint32_t text) {
  const std::uint32_t paragraphs = stock.paragraphs(text);
  const std::uint32_t links = stock.outside_links(text);
  for (std::uint32_t i = 0; i < paragraphs; ++i) {
    sheet.open("p");
    sheet.text(stock.paragraph(text, i));
    const std::uint32_t end = i + 1 == paragraphs ? links : std::min(links, i + 1);
    for (std::uint32_t link = i; link < end; ++link) {
      const std::uint64_t draw = stock.draw(text, kLinkOfText + link);
      sheet.text(" ");
      sheet.outside(outside_url(stock, text, link), stock.prose().heading(draw, 0, 2));
    }
    sheet.close();
  }
}

void write_pager(Sheet& sheet, const Pager& look, std::uint32_t page, std::uint32_t pages,
                 const std::function<Ref(std::uint32_t page)>& ref) {
  if (pages < 2) return;
  sheet.open(look.box);
  if (page > 0) sheet.link(ref(page - 1), "Previous", look.previous);
  for (std::uint32_t i = 0; i < pages; ++i) {
    const bool named = i == 0 || i + 1 == pages || (i + kAround >= page && i <= page + kAround);
    if (named && i != page) sheet.link(ref(i), std::to_string(i + 1), look.number);
  }
  if (page + 1 < pages) sheet.link(ref(page + 1), "Next", look.next);
  sheet.close();
}

std::string feed(const Paths& paths, const Stock& stock, Stock::List list,
                 const std::function<Ref(std::uint32_t text)>& ref) {
  std::string items;
  for (const std::uint32_t text : list.first(std::min(list.size(), kInFeed))) {
    items += fmt::format("<item><title>{}</title><link>{}</link></item>\n",
                         generated::escaped(stock.title(text)),
                         generated::escaped(paths.path(ref(text))));
  }
  return "<rss version=\"2.0\"><channel>\n" + items + "</channel></rss>\n";
}

std::string date(std::uint32_t day) {
  constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return fmt::format("{} {} {}", day % 30 + 1, kMonths[day / 30 % 12], 2004 + day / 360);
}

}  // namespace tagtrail::host::templates
