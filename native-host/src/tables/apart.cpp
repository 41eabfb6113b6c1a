// Formats that are read by libraries which may be led astray: by tagtrail-reader, a process of its
// own that can do nothing but read this one file (native-host/src/reader/).
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <charconv>
#include <optional>

#include "system/built_files.hpp"
#include "system/descriptor.hpp"
#include "tables/child_program.hpp"
#include "tables/readers.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/table_frames.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kGuessedBytes = 1 << 20;

/// The file, or its bytes where it is in another.
Descriptor open_input(const LookInput& input) {
  if (!input.file.empty()) return Descriptor(::open(input.file.c_str(), O_RDONLY | O_CLOEXEC));
  Descriptor memory(::memfd_create("table", MFD_CLOEXEC));
  std::string_view left = input.bytes;
  while (memory && !left.empty()) {
    const ssize_t written = ::write(memory.get(), left.data(), left.size());
    if (written <= 0) return {};
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  return memory;
}

/// What frames say, as far as it can be true.
class FramesListener {
 public:
  FramesListener(const LookInput& input, LookEffort& effort, Look& look)
      : input_(input), effort_(effort), look_(look) {}

  /// Whether the next frame is wanted; false after one that can't be.
  bool take(const TableFrames::Frame& frame) {
    switch (frame.kind) {
      case TableFrame::columns:
        return take_columns(frame.texts);
      case TableFrame::row:
        return take_row(frame.texts);
      case TableFrame::end:
        return take_end(frame.texts);
    }
    return false;
  }
  std::optional<ReaderEnd> ended() const { return ended_; }
  bool is_broken() const { return broken_; }

  void finish() {
    if (!builder_) return;
    const bool whole =
        ended_ == ReaderEnd::whole || ended_ == ReaderEnd::elsewhere || ended_ == ReaderEnd::first;
    add_table(look_, finish_sheet(*builder_, {}, whole, effort_));
  }

 private:
  bool refuse() {
    broken_ = true;
    return false;
  }

  bool take_columns(const std::vector<std::string_view>& texts) {
    if (builder_ || texts.size() < kTextsBeforeNames) return refuse();
    std::size_t count = 0;
    const std::string_view digits = texts[1];
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (read.ec != std::errc() || count < texts.size() - kTextsBeforeNames) return refuse();
    const std::string encoding(texts[0]);
    converter_.emplace(encoding.empty() ? guess_encoding(input_.bytes.substr(0, kGuessedBytes))
                                        : encoding);
    std::vector<std::string> names;
    for (std::size_t at = kTextsBeforeNames; at < texts.size(); ++at) {
      names.emplace_back(converter_->convert(texts[at]));
    }
    columns_ = names.size();
    if (count > columns_) effort_.leave_columns(count - columns_);
    builder_.emplace(effort_);
    builder_->name_columns(std::move(names));
    return true;
  }

  bool take_row(const std::vector<std::string_view>& texts) {
    if (!builder_ || texts.size() > columns_) return refuse();
    for (const std::string_view cell : texts) builder_->add_cell(converter_->convert(cell));
    return builder_->end_row();
  }

  bool take_end(const std::vector<std::string_view>& texts) {
    constexpr std::string_view kLetters = "wefudl";
    if (texts.size() != 1 || texts[0].size() != 1) return refuse();
    if (kLetters.find(texts[0][0]) == std::string_view::npos) return refuse();
    ended_ = static_cast<ReaderEnd>(texts[0][0]);
    return false;
  }

  const LookInput& input_;
  LookEffort& effort_;
  Look& look_;
  std::optional<TextConverter> converter_;
  std::optional<TableBuilder> builder_;
  std::size_t columns_ = 0;
  std::optional<ReaderEnd> ended_;
  bool broken_ = false;
};

std::string note_of(ReaderEnd how) {
  switch (how) {
    case ReaderEnd::whole:
      return {};
    case ReaderEnd::elsewhere:
      return "columns of memos and pictures were not read";
    case ReaderEnd::first:
      return "only the first of its tables was read";
    case ReaderEnd::damaged:
      return "it is damaged or cut short";
    case ReaderEnd::unsupported:
      return "could not be read: it is of a version or a compression that is not known";
    case ReaderEnd::too_large:
      return "could not be read: it needs too much memory";
  }
  return {};
}

}  // namespace

std::string look_into_frames(const std::function<std::string_view()>& next, const LookInput& input,
                             LookEffort& effort, Look& look) {
  TableFrames frames;
  FramesListener listener(input, effort, look);
  bool going = true;
  while (going && !frames.is_broken()) {
    const std::string_view piece = next();
    if (piece.empty()) break;
    frames.add(piece);
    while (const auto frame = frames.next()) {
      going = listener.take(*frame);
      if (!going) break;
    }
  }
  listener.finish();
  if (!effort.is_going()) return effort.why_not();
  if (listener.is_broken() || frames.is_broken()) {
    return "could not be read: what its reader says makes no sense";
  }
  return listener.ended() ? note_of(*listener.ended())
                          : "could not be read: its reader failed at it";
}

void look_into_apart(const LookInput& input, const char* format, LookEffort& effort, Look& look) {
  look.format = format;
  const Descriptor file = open_input(input);
  if (!file) return add_note(look, "could not be read: it can't be opened");
  const auto program = other_program(this_program(), "tagtrail-reader");
  auto child = ChildProgram::start({program.string(), format}, file.get(),
                                   ChildProgram::Environment::none, effort.end_of_child());
  if (!child) return add_note(look, "could not be read: " + missing_part("tagtrail-reader"));
  const std::string note = look_into_frames([&] { return child->read(); }, input, effort, look);
  const bool over_time = child->end() == ChildProgram::End::over_time && effort.is_going();
  if (!over_time) return add_note(look, note);
  add_note(look, look.tables.empty() ? "could not be read: it takes too long"
                                     : "reading it takes too long");
}

}  // namespace tagtrail::host
