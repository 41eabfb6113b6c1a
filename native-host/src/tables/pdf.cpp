// The text of PDF files, by poppler's pdftotext, in a process of its own: what goes wrong in it
// ends it alone.
#include <optional>

#include "tables/child_program.hpp"
#include "tables/readers.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kPdfTextBytes = 1 << 20;
constexpr const char* kPdfPages = "30";

/// Nothing: the program could not be started.
std::optional<std::string> run_pdftotext(const std::filesystem::path& file,
                                         ChildProgram::Clock::time_point end) {
  std::error_code error;
  // An absolute path can't be taken for an option.
  const std::string path = std::filesystem::absolute(file, error).string();
  auto child = ChildProgram::start(
      {"pdftotext", "-q", "-layout", "-enc", "UTF-8", "-l", kPdfPages, path, "-"}, -1,
      ChildProgram::Environment::ours, end);
  if (!child) return std::nullopt;
  std::string text;
  while (text.size() < kPdfTextBytes) {
    const std::string_view piece = child->read();
    if (piece.empty()) break;
    text += piece;
  }
  return text;
}

}  // namespace

void look_into_pdf(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "pdf";
  if (input.file.empty() || !effort.in_time()) return;
  const auto text = run_pdftotext(input.file, effort.end_of_child());
  if (!text) return add_note(look, "pdftotext (poppler-utils) is not installed");
  look.reading = to_valid_utf8(*text);
  const std::string_view first = std::string_view(look.reading).substr(0, look.reading.find('\f'));
  look.text = utf8_prefix(trim(first), look_limit::kTextBytes);
  if (trim(look.reading).find_first_not_of('\f') == std::string_view::npos) {
    add_note(look, "no text can be read from it");
  }
}

}  // namespace tagtrail::host
