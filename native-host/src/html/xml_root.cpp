#include "html/page_reader.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kRootBytes = 1024;

/// The characters that matter here are ASCII, so a UTF-16 document is read without its zero bytes.
std::string head_as_bytes(std::string_view body) {
  const bool wide = body.starts_with("\xFF\xFE") || body.starts_with("\xFE\xFF");
  if (body.starts_with("\xEF\xBB\xBF")) body.remove_prefix(3);
  if (!wide) return std::string(body.substr(0, kRootBytes));
  std::string head;
  for (const char c : body.substr(2, 2 * kRootBytes)) {
    if (c != '\0') head.push_back(c);
  }
  return head;
}

/// Position behind the declaration, comment or processing instruction at `at`, npos if it is cut.
std::size_t skip_markup(std::string_view text, std::size_t at) {
  const auto past = [&](std::string_view mark, std::size_t from) {
    const std::size_t end = text.find(mark, from);
    return end == std::string_view::npos ? end : end + mark.size();
  };
  if (text.substr(at).starts_with("<!--")) return past("-->", at + 4);
  if (text.substr(at).starts_with("<?")) return past("?>", at + 2);
  const std::size_t close = text.find('>', at);
  const std::size_t subset = text.find('[', at);
  if (subset < close) return past("]>", subset);
  return close == std::string_view::npos ? close : close + 1;
}

}  // namespace

std::string xml_root_name(std::string_view body) {
  const std::string head = head_as_bytes(body);
  const std::string_view text = head;
  std::size_t at = 0;
  while (true) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos || text[at] != '<' || at + 1 >= text.size()) return {};
    if (text[at + 1] != '!' && text[at + 1] != '?') break;
    at = skip_markup(text, at);
    if (at == std::string_view::npos) return {};
  }
  const std::size_t end = text.find_first_of(" \t\r\n/>", at + 1);
  // A name that reaches the end of what was looked at may be cut.
  if (end == std::string_view::npos) return {};
  std::string_view name = text.substr(at + 1, end - at - 1);
  const std::size_t colon = name.find(':');
  if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
  return std::string(name);
}

}  // namespace tagtrail::host
