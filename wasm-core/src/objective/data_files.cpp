#include "objective/data_files.hpp"

#include "tagtrail/mime.hpp"

namespace tagtrail {
namespace {

class DataFiles final : public Objective {
 public:
  explicit DataFiles(TargetSet targets) : targets_(std::move(targets)) {}

  UrlClass classify(const Response& response, std::string_view url) const override {
    // HTML and feeds are pages before they are anything else, unless the user asked for files of
    // these types. Sitemaps and robots.txt, whose types are those of files, too, are never files.
    const bool by_type = is_html(response.mime) || is_feed(response.mime);
    if (response.is_page && (!by_type || !targets_.matches({response.mime, {}, {}, {}}))) {
      return UrlClass::html;
    }
    if (targets_.matches({response.mime, url, response.file_name, response.xml_root})) {
      return UrlClass::target;
    }
    return is_html(response.mime) ? UrlClass::html : UrlClass::neither;
  }

 private:
  TargetSet targets_;
};

Expected<std::unique_ptr<Objective>> make(const Config& config) {
  auto targets = TRY(TargetSet::parse(config.targets));
  return std::make_unique<DataFiles>(std::move(targets));
}

}  // namespace

const ObjectiveInfo kDataFiles{"data-files", "files of the wanted MIME types (--targets)", make};

}  // namespace tagtrail
