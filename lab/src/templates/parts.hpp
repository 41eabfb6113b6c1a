// Parts of pages that several families write.
#pragma once

#include <functional>
#include <string_view>

#include "templates/sheet.hpp"
#include "templates/stock.hpp"

namespace tagtrail::host::templates {

/// The whole text in paragraphs, with its links to other sites.
void write_text(Sheet& sheet, const Stock& stock, std::uint32_t text);
/// Its `number`th link to another site; `number` may be beyond those that it has.
std::string outside_url(const Stock& stock, std::uint32_t text, std::uint32_t number);

/// Links to the pages of a list around `page` (from 0), to the first and the last, and to the next
/// and the previous one. Nothing where there is one page only.
struct Pager {
  std::string_view box = "div.pagination";
  std::string_view number = "a.page-numbers";
  std::string_view previous = "a.prev";
  std::string_view next = "a.next";
};
void write_pager(Sheet& sheet, const Pager& look, std::uint32_t page, std::uint32_t pages,
                 const std::function<Ref(std::uint32_t page)>& ref);

/// The 20 newest texts of `list` as an RSS feed.
std::string feed(const Paths& paths, const Stock& stock, Stock::List list,
                 const std::function<Ref(std::uint32_t text)>& ref);

/// "17 Mar 2009", for a day of the stock.
std::string date(std::uint32_t day);

}  // namespace tagtrail::host::templates
