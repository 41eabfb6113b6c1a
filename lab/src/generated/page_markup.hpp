// The HTML of one generated page while it is being written, in the site's style.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "generated/site.hpp"

namespace tagtrail::host::generated {

class PageMarkup {
 public:
  /// Both are borrowed. `words` are those of the page's language.
  PageMarkup(const Site& site, const Words& words) : site_(site), words_(words) {}

  /// A tag; with a role it has the class that the site gives to all that play it.
  void open(std::string_view tag, std::string_view role = {});
  void close(std::string_view tag);
  void link(std::string_view path, std::string_view text, std::string_view role = {});
  /// To a node, by its title.
  void link(const Node& node, std::string_view role = {}) {
    link(site_.paths.of(node), title_of(node), role);
  }
  /// Escaped.
  void text(std::string_view text);
  /// As it is.
  void html(std::string_view html) { out_ += html; }

  std::string title_of(const Node& node) const { return site_.paths.title(node, words_); }
  const Site& site() const { return site_; }
  const Words& words() const { return words_; }
  /// What was written; nothing may follow.
  std::string take() { return std::move(out_); }

 private:
  std::string class_of(std::string_view role) const;

  const Site& site_;
  const Words& words_;
  std::string out_;
};

}  // namespace tagtrail::host::generated
