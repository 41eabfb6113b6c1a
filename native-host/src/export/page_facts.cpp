#include "export/page_facts.hpp"

#include "content/forms.hpp"
#include "content/json_lines.hpp"
#include "content/statements.hpp"
#include "html/page_reader.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

template <typename LinesOf>
Expected<void> write_of_pages(const TargetList& targets, const std::filesystem::path& job,
                              const ExportSink& out, const LinesOf& lines_of) {
  return targets.each_target([&](const TargetRow& target) -> Expected<void> {
    if (!is_html(target.mime)) return {};
    const auto html = TRY(read_whole_file(job / target.path));
    const ParsedPage page(html, {target.url, {}, false});
    const std::string lines = lines_of(page.document(), target.url);
    return lines.empty() ? Expected<void>() : out(lines);
  });
}

}  // namespace

Expected<void> write_statements(const TargetList& targets, const std::filesystem::path& job,
                                const ExportSink& out) {
  return write_of_pages(targets, job, out, [](const GumboNode* document, const std::string& url) {
    return statements_as_json_lines(read_statements(document, url), url);
  });
}

Expected<void> write_forms(const TargetList& targets, const std::filesystem::path& job,
                           const ExportSink& out) {
  return write_of_pages(targets, job, out, [](const GumboNode* document, const std::string& url) {
    return forms_as_json_lines(read_forms(document, url), url);
  });
}

}  // namespace tagtrail::host
