#include "templates/sheet.hpp"

#include "generated/spread.hpp"
#include "generated/words.hpp"

namespace tagtrail::host::templates {

using generated::escaped;

std::size_t HashRef::operator()(const Ref& ref) const {
  return generated::mix(generated::mix(ref.kind, ref.a), generated::mix(ref.b, ref.c));
}

void Sheet::begin(std::string_view selector, std::string_view href) {
  const std::size_t tag_end = std::min(selector.find_first_of("#."), selector.size());
  const std::string_view tag = selector.substr(0, tag_end);
  out_ += '<';
  out_ += tag;
  std::string_view rest = selector.substr(tag_end);
  if (rest.starts_with('#')) {
    const std::size_t end = std::min(rest.find('.'), rest.size());
    out_ += " id=\"" + std::string(rest.substr(1, end - 1)) + '"';
    rest = rest.substr(end);
  }
  if (!rest.empty()) {
    std::string classes(rest.substr(1));
    for (char& c : classes) c = c == '.' ? ' ' : c;
    out_ += " class=\"" + classes + '"';
  }
  if (!href.empty()) out_ += " href=\"" + escaped(href) + '"';
  out_ += '>';
  open_.emplace_back(tag);
}

void Sheet::open(std::string_view selector) { begin(selector, {}); }

void Sheet::close(std::size_t elements) {
  for (; elements > 0 && !open_.empty(); --elements) {
    out_ += "</" + open_.back() + ">\n";
    open_.pop_back();
  }
}

void Sheet::text(std::string_view text) { out_ += escaped(text); }

void Sheet::element(std::string_view selector, std::string_view text) {
  begin(selector, {});
  this->text(text);
  close();
}

void Sheet::link(const Ref& to, std::string_view text, std::string_view selector) {
  outside(paths_.path(to), text, selector);
  links_.push_back(to);
}

void Sheet::outside(std::string_view url, std::string_view text, std::string_view selector) {
  begin(selector, url);
  this->text(text);
  close();
}

std::string Sheet::take() {
  close(open_.size());
  return std::move(out_);
}

}  // namespace tagtrail::host::templates
