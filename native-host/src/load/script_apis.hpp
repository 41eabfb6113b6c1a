// The JSON that scripts of pages in tabs load: asked for directly, it may give what the pages give,
// without a tab.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tagtrail/exchange.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/script_json.hpp"

namespace tagtrail::host {

/// CatalogueFacts::kind of such an answer: a page and no file, where JSON is not named as a target.
inline constexpr std::string_view kScriptApi = "script";

/// Whether JSON at that address is what a page is drawn from, by the names that Nuxt, Next, Gatsby
/// and SvelteKit give it: it may name files, and is none. `url`: a canonical key.
bool is_payload_of_page(std::string_view url);

class ScriptApis {
 public:
  explicit ScriptApis(Scope scope) : scope_(std::move(scope)) {}

  /// After a page was shown in a tab: adds links to the JSON that its scripts loaded (`asked`:
  /// canonical keys), in scope, 20 of a page at most and 5 of one shape. What has the name of a
  /// file is left to other links, which mean the file, and so is what is a page to others: a page
  /// of that kind was shown, or links lead there. Until an answer of its shape brought a link
  /// that was not known, three are told; after three that brought none, every 50th. What is not
  /// told of a shape that has brought links is named in Page::left.
  void shown(std::string_view url, const std::vector<std::string>& asked, Page& page);

  /// Whether a request is for such JSON, by its link or by its address: the next pages of an answer
  /// are linked from there.
  bool is_one(const Request& request) const;
  /// After such JSON was asked for directly; `page` is what it said, empty when it said nothing.
  void answered(std::string_view url, const Page& page);
  /// What was asked for directly came as a page: it is JSON for scripts that ask in another way.
  /// Nothing of its shape is told any more, or is taken for such JSON.
  void came_as_page(std::string_view url);

  /// This page needs no tab: JSON named it, and the last five of its kind that were shown in one
  /// had no link in scope that was not known from pages and JSON before, and some of each were from
  /// JSON alone. Now and then one is shown in a tab again: the 5th after that, then the 10th, and
  /// so on up to every 50th.
  bool cover(std::string_view url) const;
  /// After a page that was read without a tab for this.
  void spared(std::string_view url);

 private:
  struct Shape {
    unsigned vain = 0;  ///< answers in a row without a new link
    unsigned untold = 0;
    unsigned unproved = 0;  ///< told while none had brought one
    unsigned left = 0;      ///< neither told nor named as left
    bool gained = false;
    bool negotiated = false;  ///< to us it is a page
  };
  struct Kind {
    unsigned covered = 0;  ///< pages in a row
    unsigned spared = 0;   ///< since
  };

  bool is_told(const std::string& shape);
  void leave(const std::string& address, const std::string& shape, Page& page);
  bool is_page(const std::string& address, const std::string& shape) const;
  bool is_covered(std::string_view url, const Page& page) const;

  Scope scope_;
  std::map<std::string, Shape, std::less<>> shapes_;  ///< of JSON, by template; bounded
  std::map<std::string, Kind, std::less<>> kinds_;    ///< of pages, by template; bounded
  std::unordered_set<std::size_t> on_pages_;          ///< hashes of the URLs of links; bounded
  std::unordered_set<std::size_t> in_json_;           ///< those met there first; bounded
  std::unordered_set<std::size_t> named_;             ///< all that JSON has named; bounded
};

}  // namespace tagtrail::host
