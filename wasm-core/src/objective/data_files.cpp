#include "objective/data_files.hpp"

#include <algorithm>

#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

/// News (RSS 1.0) are written in it, too, whose channel has a title, also where there are none.
bool is_rdf(const Response& response) {
  const auto& links = response.page.links;
  const bool xml = ascii_lower(response.xml_root) == "rdf" && response.page.title.empty() &&
                   std::none_of(links.begin(), links.end(), [](const LinkObservation& link) {
                     return link.tag_path.starts_with("/rdf/item/");
                   });
  return xml || is_rdf_text(response.mime);
}

// Five tables of data count as one of statistics: they are worth having, and often stand beside
// some, but a page of nothing else is no reason to pass over one with a few of these. What could
// not be read may be anything.
constexpr double kDataGain = 0.2;
constexpr double kUnknownGain = 0.2;

double gain_of(FileHolds holds) {
  switch (holds) {
    case FileHolds::statistics:
      return 1;
    case FileHolds::data:
      return kDataGain;
    case FileHolds::nothing:
      return 0;
    case FileHolds::unknown:
      break;
  }
  return kUnknownGain;
}

/// A list in plain text, a table, XML that is data: what it names is followed, and it stays a file.
bool names_files_besides(const Response& response) {
  const auto& links = response.page.links;
  return response.is_page && !links.empty() && links.front().tag_path.starts_with(kListedFiles);
}

class DataFiles final : public Objective {
 public:
  /// `weighs`: gains hang on what files hold.
  DataFiles(TargetSet targets, bool weighs) : targets_(std::move(targets)), weighs_(weighs) {}

  ContentNeeds needs() const override { return {.files = weighs_}; }

  Finding judge(const Response& response, std::string_view url) const override {
    const UrlClass url_class = class_of(response, url);
    const bool target = url_class == UrlClass::target;
    const bool follow = url_class == UrlClass::html || (target && is_file_with_links(response));
    const double worth = weighs_ ? gain_of(response.holds) : 1.0;
    return {url_class, target ? worth : 0.0, target, follow};
  }

 private:
  /// JSON, RDF or a drawing that links to something is a file like others, and read for its links
  /// besides. The answer of a catalogue is one only to those who name its type among the targets.
  bool is_file_with_links(const Response& response) const {
    const bool may_be_both = is_json(response.mime) || is_json_lines(response.mime) ||
                             is_rdf(response) || is_drawing(response.mime);
    return names_files_besides(response) ||
           (response.is_page && may_be_both &&
            (response.page.catalogue.kind.empty() || targets_.names(response.mime)));
  }

  UrlClass class_of(const Response& response, std::string_view url) const {
    // HTML and feeds are pages before they are anything else, unless the user asked for files of
    // these types. Sitemaps and robots.txt, whose types are those of files, too, are never files.
    const bool by_type =
        is_html(response.mime) || is_feed(response.mime) || is_file_with_links(response);
    const bool wanted =
        targets_.matches({response.mime, url, response.file_name, response.xml_root});
    const bool may_be_file = names_files_besides(response)
                                 ? wanted
                                 : by_type && targets_.matches({response.mime, {}, {}, {}});
    if (response.is_page && !may_be_file) return UrlClass::html;
    if (wanted) return UrlClass::target;
    return is_html(response.mime) ? UrlClass::html : UrlClass::neither;
  }

  TargetSet targets_;
  bool weighs_;
};

template <bool kWeighs>
Expected<std::unique_ptr<Objective>> make_data_files(const Config& config) {
  auto targets = TRY(TargetSet::parse(config.targets));
  return std::make_unique<DataFiles>(std::move(targets), kWeighs);
}

}  // namespace

const ObjectiveInfo kDataFiles{.name = "data-files",
                               .summary = "files of the wanted MIME types (--targets)",
                               .of_pages = false,
                               .target = "file",
                               .gain = "files",
                               .make = make_data_files<false>};

const ObjectiveInfo kStatistics{.name = "statistics",
                                .summary = "the same files, those with statistics tables first",
                                .of_pages = false,
                                .weighs_files = true,
                                .target = "file",
                                .gain = "statistics files",
                                .make = make_data_files<true>};

}  // namespace tagtrail
