// Families of template-made sites: what content management systems make of a stock of texts. Which
// pages there are, which text each repeats, and the markup are invented after such systems' habits.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"
#include "templates/sheet.hpp"
#include "templates/stock.hpp"
#include "templates/web/web_options.hpp"

namespace tagtrail::host::templates {

/// What the site says to a request besides the page on the sheet.
struct Reply {
  int status = 200;
  std::string_view mime = "text/html";
  Ref location{};      ///< of a redirect
  std::string file{};  ///< a feed, where it is no page
};

class Family : public Paths {
 public:
  /// Writes the page; its links are the only ones of the site. The home page is Ref{}.
  virtual Reply answer(const Ref& ref, Sheet& sheet) const = 0;
};

/// What a family makes a site from.
struct Making {
  std::uint32_t texts = 0;
  std::uint64_t seed = 0;
  WebOptions web{};  ///< of `web` only
};

struct FamilyInfo {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Family> (*make)(const Making& making);
  bool many_hosts = false;  ///< its paths are whole URLs
};

/// By name.
std::span<const FamilyInfo> families();
/// Errors: invalid_argument, listing the names.
Expected<FamilyInfo> find_family(std::string_view name);

// One file each.
std::unique_ptr<Family> make_blog(std::uint32_t texts, std::uint64_t seed);
std::unique_ptr<Family> make_board(std::uint32_t texts, std::uint64_t seed);
std::unique_ptr<Family> make_forum(std::uint32_t texts, std::uint64_t seed);
std::unique_ptr<Family> make_news(std::uint32_t texts, std::uint64_t seed);
std::unique_ptr<Family> make_wiki(std::uint32_t texts, std::uint64_t seed);

}  // namespace tagtrail::host::templates
