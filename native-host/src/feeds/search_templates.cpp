#include "feeds/search_templates.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kPlace = "/opensearchdescription/url";
constexpr std::size_t kMostElements = 1'000;

struct Standing {
  std::string_view parameter;
  std::string_view value;
};
/// What stands for a parameter that has to be given.
constexpr auto kStanding = std::to_array<Standing>({{"startPage", "1"},
                                                    {"startIndex", "1"},
                                                    {"count", "100"},
                                                    {"inputEncoding", "UTF-8"},
                                                    {"outputEncoding", "UTF-8"},
                                                    {"language", "*"}});

std::string decoded(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return to_valid_utf8(percent_decode(spaced));
}

/// `{searchTerms}`, `{startPage?}`: the name without its prefix, and whether it may be left out;
/// nothing for a value that is no parameter.
struct Parameter {
  std::string_view name;
  bool optional;
};
std::optional<Parameter> parameter_of(std::string_view value) {
  if (!value.starts_with('{') || !value.ends_with('}')) return std::nullopt;
  value = value.substr(1, value.size() - 2);
  const bool optional = value.ends_with('?');
  if (optional) value.remove_suffix(1);
  return Parameter{value, optional};
}

/// Of `name=value`; false: it can't be asked.
bool add_input(QueryForm& form, std::string_view pair) {
  const std::size_t equals = std::min(pair.find('='), pair.size());
  const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
  QueryInput input{"hidden", decoded(pair.substr(0, equals)), false, {{decoded(value), "", true}}};
  if (input.name.find('{') != std::string::npos) return false;
  const auto parameter = parameter_of(value);
  if (!parameter) {
    if (value.find('{') != std::string_view::npos) return false;
  } else if (parameter->name == "searchTerms") {
    input.kind = "search";
    input.values.front().value.clear();
  } else {
    if (parameter->optional) return true;
    const auto* const standing =
        std::find_if(kStanding.begin(), kStanding.end(),
                     [&](const Standing& one) { return one.parameter == parameter->name; });
    if (standing == kStanding.end()) return false;
    input.values.front().value = standing->value;
  }
  form.inputs.push_back(std::move(input));
  return true;
}

std::optional<QueryForm> form_of(std::string_view written, std::string_view url) {
  written = trim(written);
  written = written.substr(0, written.find('#'));
  const std::size_t begin = written.find('?');
  if (begin == std::string_view::npos || written.find('{') < begin) return std::nullopt;
  auto action = canonical_url(written.substr(0, begin), url);
  if (!action) return std::nullopt;
  QueryForm form{std::move(*action), std::string(kPlace), false, false, {}};
  for (const QueryPart& part : query_parts(written)) {
    if (!add_input(form, part.whole)) return std::nullopt;
  }
  const bool asks = std::any_of(form.inputs.begin(), form.inputs.end(),
                                [](const QueryInput& input) { return input.kind == "search"; });
  return asks ? std::optional(std::move(form)) : std::nullopt;
}

class Description {
 public:
  explicit Description(std::string_view url)
      : url_(url), parser_(XML_ParserCreate("UTF-8"), XML_ParserFree) {}

  std::vector<QueryForm> read(std::string_view xml) {
    if (parser_ == nullptr) return {};
    XML_SetUserData(parser_.get(), this);
    XML_SetStartElementHandler(parser_.get(), on_start);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    const auto size = std::min<std::size_t>(xml.size(), std::numeric_limits<int>::max());
    XML_Parse(parser_.get(), xml.data(), static_cast<int>(size), XML_TRUE);
    keep_to_limits(forms_);
    return std::move(forms_);
  }

 private:
  using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)>;

  static Description& self(void* data) { return *static_cast<Description*>(data); }
  static void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).start(name, attributes);
  }
  static void on_entity(void* data, const XML_Char* /*name*/, int /*is_parameter*/,
                        const XML_Char* /*value*/, int /*size*/, const XML_Char* /*base*/,
                        const XML_Char* /*system*/, const XML_Char* /*public_id*/,
                        const XML_Char* /*notation*/) {
    // No description needs any.
    XML_StopParser(self(data).parser_.get(), XML_FALSE);
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (++elements_ > kMostElements || forms_.size() >= limits::kQueryForms) {
      XML_StopParser(parser_.get(), XML_FALSE);
      return;
    }
    const std::string local = ascii_lower(name.substr(name.rfind(':') + 1));
    if (local != "url") return;
    std::string_view written;
    std::string type;
    std::string rel = "results";
    std::string method = "get";
    for (; *attributes != nullptr; attributes += 2) {
      const std::string key = ascii_lower(attributes[0]);
      if (key == "template") written = attributes[1];
      if (key == "type") type = mime_essence(attributes[1]);
      if (key == "rel") rel = ascii_lower(trim(attributes[1]));
      if (key == "method") method = ascii_lower(trim(attributes[1]));
    }
    const bool shows = is_html(type) || is_feed(type);
    if (!shows || method != "get" || rel != "results") return;
    if (auto form = form_of(written, url_)) forms_.push_back(std::move(*form));
  }

  std::string_view url_;
  Parser parser_;
  std::vector<QueryForm> forms_;
  std::size_t elements_ = 0;
};

}  // namespace

std::vector<QueryForm> read_search_templates(std::string_view xml, std::string_view url) {
  return Description(url).read(xml);
}

}  // namespace tagtrail::host
