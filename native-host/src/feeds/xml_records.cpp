#include "feeds/xml_records.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "feeds/described_links.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostText = 16'384;  // of one element
constexpr std::size_t kNameBytes = 64;
constexpr std::string_view kToken = "resumptiontoken";

std::string local_token(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
  return ascii_lower(utf8_prefix(name, kNameBytes));
}

/// Whether that is an address in XML of which nothing more is known; `name`: of what it stands in.
bool is_named_in_xml(std::string_view name, std::string_view value) {
  if (may_name_file(name)) return is_clearly_address(value);
  const bool whole = is_absolute_url(value) || value.starts_with('/') || value.starts_with("./") ||
                     value.starts_with("../");
  return whole && names_data_file(value);
}

class XmlRecords {
 public:
  /// `of_any_kind`: nothing is known of it; its places are those of a file that names others.
  explicit XmlRecords(std::string_view url, bool of_any_kind = false)
      : url_(url),
        links_(url),
        parser_(XML_ParserCreate("UTF-8"), XML_ParserFree),
        of_any_kind_(of_any_kind),
        path_(of_any_kind ? std::string(kListedFiles) + "xml" : std::string()) {}

  JsonSource read(std::string_view xml) {
    if (parser_ == nullptr) {
      links_.cut();
    } else {
      XML_SetUserData(parser_.get(), this);
      XML_SetElementHandler(parser_.get(), on_start, on_end);
      XML_SetCharacterDataHandler(parser_.get(), on_text);
      XML_SetEntityDeclHandler(parser_.get(), on_entity);
      XML_UseForeignDTD(parser_.get(), XML_TRUE);
      const auto size = std::min<std::size_t>(xml.size(), std::numeric_limits<int>::max());
      const auto status = XML_Parse(parser_.get(), xml.data(), static_cast<int>(size), XML_TRUE);
      if (status != XML_STATUS_OK || size < xml.size()) links_.cut();
    }
    JsonSource source;
    source.page = links_.take();
    source.datasets = links_.take_datasets();
    return source;
  }

 private:
  using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)>;

  static XmlRecords& self(void* data) { return *static_cast<XmlRecords*>(data); }
  static void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    self(data).start(name, attributes);
  }
  static void on_end(void* data, const XML_Char* /*name*/) { self(data).end(); }
  static void on_text(void* data, const XML_Char* text, int size) {
    std::string& all = self(data).text_;
    const std::string_view more(text, static_cast<std::size_t>(size));
    if (all.size() < kMostText) all.append(more.substr(0, kMostText - all.size()));
  }
  static void on_entity(void* data, const XML_Char* /*name*/, int is_parameter,
                        const XML_Char* value, int /*size*/, const XML_Char* /*base*/,
                        const XML_Char* /*system*/, const XML_Char* /*public_id*/,
                        const XML_Char* /*notation*/) {
    if (value != nullptr && is_parameter == 0) self(data).stop();
  }

  void stop() {
    links_.cut();
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  void start(std::string_view name, const XML_Char** attributes) {
    ends_.push_back(path_.size());
    path_.append("/").append(local_token(name));
    text_.clear();
    if (!links_.enter(path_)) return stop();
    std::string_view rel;
    for (const XML_Char** at = attributes; *at != nullptr; at += 2) {
      if (std::string_view(at[0]) == "rel") rel = at[1];
    }
    for (const XML_Char** at = attributes; *at != nullptr; at += 2) {
      if (std::string_view(at[0]).starts_with("xmlns")) continue;
      take_attribute(local_token(at[0]), at[1], rel);
    }
  }

  void take_attribute(const std::string& name, std::string_view value, std::string_view rel) {
    links_.text(path_ + "/@" + name, {}, value);
    if (of_any_kind_) {
      if (is_named_in_xml(name, trim(value)) && !links_.link(trim(value), path_)) stop();
      return;
    }
    const bool may_be_relative = name == "href" || name == "resource";
    if (!may_be_relative && name != "url" && name != "template") return;
    if (value.starts_with("urn:") || value.find('{') != std::string_view::npos) return;
    if (!may_be_relative && !is_absolute_url(value)) return;
    if (name == "resource") links_.text(path_, {}, value);
    const std::string place = rel.empty() ? path_ : path_ + "." + relation_token(rel);
    if (!links_.link(value, place, rel)) stop();
  }

  /// What an element says it says of the one around it.
  void end() {
    const std::string_view text = trim(text_);
    links_.leave();
    if (!text.empty()) take_text(text);
    path_.resize(ends_.back());
    ends_.pop_back();
    text_.clear();
  }

  void take_text(std::string_view text) {
    const std::string_view name = std::string_view(path_).substr(path_.rfind('/') + 1);
    links_.text(path_, name, text);
    const std::string next = name == kToken ? page_of_token(text) : std::string();
    if (of_any_kind_) {
      if (is_named_in_xml(name, text) && !links_.link(text, path_)) stop();
    } else if (!next.empty()) {
      if (!links_.link(next, path_, "next")) stop();
    } else if (is_absolute_url(text) && !links_.link(text, path_)) {
      stop();
    }
  }

  /// OAI-PMH 2.0, 3.5: the verb and the token, and nothing else.
  std::string page_of_token(std::string_view token) const {
    const auto asked = query_part(url_, "verb");
    const std::string_view verb = asked ? asked->value : std::string_view{};
    if (verb.empty()) return {};
    return std::string(without_query(url_)) + "?verb=" + std::string(verb) +
           "&resumptionToken=" + percent_encoded(token);
  }

  std::string_view url_;
  DescribedLinks links_;
  Parser parser_;
  bool of_any_kind_;
  std::string path_;
  std::string text_;
  std::vector<std::size_t> ends_;  ///< length of path_ before each open element
};

}  // namespace

bool is_root_of_records(std::string_view root) {
  constexpr auto kRoots = std::to_array<std::string_view>(
      {"oai-pmh", "getrecordsresponse", "rdf", "opensearchdescription", kStructureRoot});
  return is_one_of(root, kRoots);
}

JsonSource read_xml_records(std::string_view xml, std::string_view url) {
  return XmlRecords(url).read(xml);
}

Page read_names_in_xml(std::string_view xml, std::string_view url) {
  return XmlRecords(url, true).read(xml).page;
}

}  // namespace tagtrail::host
