// The HTML of one page while its template writes it, and the pages of the site that it links to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagtrail::host::templates {

/// Names a page of the site: its kind, of those that the family has, and what it shows.
struct Ref {
  std::uint32_t kind = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;

  bool operator==(const Ref&) const = default;
};

struct HashRef {
  std::size_t operator()(const Ref& ref) const;
};

class Paths {
 public:
  virtual ~Paths() = default;
  /// From the root of the host; of a family of many hosts the whole URL.
  virtual std::string path(const Ref& ref) const = 0;
};

class Sheet {
 public:
  /// Borrowed.
  explicit Sheet(const Paths& paths) : paths_(paths) {}

  // A selector is written as in CSS: `div#main.wide.left`.
  void open(std::string_view selector);
  void close(std::size_t elements = 1);
  void text(std::string_view text);
  /// HTML that no selector says, with whole elements only; what it shows is escaped already.
  void raw(std::string_view html) { out_ += html; }
  /// A whole element with text only.
  void element(std::string_view selector, std::string_view text);
  void link(const Ref& to, std::string_view text, std::string_view selector = "a");
  /// To another site.
  void outside(std::string_view url, std::string_view text, std::string_view selector = "a");
  /// Closes all and gives the document.
  std::string take();
  const std::vector<Ref>& links() const { return links_; }

 private:
  void begin(std::string_view selector, std::string_view href);

  const Paths& paths_;
  std::string out_;
  std::vector<std::string> open_;
  std::vector<Ref> links_;
};

}  // namespace tagtrail::host::templates
