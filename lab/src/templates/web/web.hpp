// A web of many hosts of very unequal size, some of which describe what they show for machines, or
// have forms that search a database: the ground of crawlers for structured data and for forms.
#pragma once

#include <memory>

#include "templates/family.hpp"
#include "templates/prose.hpp"
#include "templates/web/web_hosts.hpp"
#include "templates/web/web_urls.hpp"

namespace tagtrail::host::templates {

class Web final : public Family {
 public:
  Web(const WebOptions& options, std::uint32_t texts, std::uint64_t seed);

  std::string path(const Ref& ref) const override { return urls_.of(ref, title(ref)); }
  Reply answer(const Ref& ref, Sheet& sheet) const override;

  const WebHosts& hosts() const { return hosts_; }
  /// Whether a page is about the topic of its host; no page of a general host is.
  bool is_on_topic(const Ref& ref) const;
  /// Whether it has a form that searches the database of its host's topic.
  bool has_topic_form(const Ref& ref) const;

 private:
  /// A number that hangs on nothing but the page and what it is for.
  std::uint64_t roll(const Ref& ref, std::uint64_t what) const;
  std::string title(const Ref& ref) const;
  std::string words_about(const Ref& ref, std::uint32_t count) const;
  std::string invitation(const Ref& to) const;

  void head(const Ref& ref, Sheet& sheet) const;
  void menu(const Ref& ref, Sheet& sheet) const;
  void thing(const Ref& ref, Sheet& sheet) const;
  void home(const Ref& ref, Sheet& sheet) const;
  void list(const Ref& ref, Sheet& sheet) const;
  void text(const Ref& ref, Sheet& sheet) const;
  void other(const Ref& ref, Sheet& sheet) const;
  void way_to_form(const Ref& ref, Sheet& sheet) const;
  void links_out(const Ref& ref, Sheet& sheet) const;
  void foot(const Ref& ref, Sheet& sheet) const;
  void link_to_form(std::uint32_t host, std::uint32_t form, Sheet& sheet) const;

  std::uint64_t seed_;
  WebHosts hosts_;
  WebUrls urls_;
  Prose prose_;
};

}  // namespace tagtrail::host::templates
