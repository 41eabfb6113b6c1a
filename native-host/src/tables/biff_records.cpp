#include "tables/biff_records.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

// Flags of a text.
constexpr std::uint8_t kWide = 1;
constexpr std::uint8_t kPronounced = 4;
constexpr std::uint8_t kRich = 8;

constexpr std::size_t kMostSharedTexts = 2'000'000;

/// Bytes of a record and of those that continue it.
class ContinuedBytes {
 public:
  explicit ContinuedBytes(const std::vector<std::string_view>& pieces) : pieces_(pieces) {}

  std::uint64_t number(std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < size; ++at) {
      while (at_ < pieces_.size() && left().empty()) next_piece();
      if (at_ >= pieces_.size()) return 0;
      number |= static_cast<std::uint64_t>(static_cast<unsigned char>(left()[0])) << (8 * at);
      ++from_;
    }
    return number;
  }

  void skip(std::uint64_t size) {
    while (size > 0 && at_ < pieces_.size()) {
      const std::uint64_t piece = std::min<std::uint64_t>(size, left().size());
      from_ += piece;
      size -= piece;
      if (left().empty()) next_piece();
    }
  }

  /// Where a text goes on in the next record, that says again whether it is wide.
  void append_text(std::string& text, std::size_t characters, bool wide, std::size_t most_bytes) {
    while (characters > 0 && at_ < pieces_.size()) {
      if (left().empty()) {
        next_piece();
        wide = (number(1) & kWide) != 0;
        continue;
      }
      const std::size_t width = wide ? 2 : 1;
      const std::size_t here =
          std::min(characters, std::max<std::size_t>(1, left().size() / width));
      const std::string_view bytes = left().substr(0, here * width);
      if (text.size() < most_bytes) {
        wide ? append_utf16(text, bytes) : append_latin1(text, bytes);
      }
      from_ += bytes.size();
      characters -= here;
    }
  }

  bool at_end() const { return at_ >= pieces_.size(); }

 private:
  std::string_view left() const { return pieces_[at_].substr(from_); }
  void next_piece() {
    ++at_;
    from_ = 0;
  }

  const std::vector<std::string_view>& pieces_;
  std::size_t at_ = 0;
  std::size_t from_ = 0;
};

}  // namespace

std::optional<BiffRecord> BiffRecords::next() {
  RecordBytes head(stream_.substr(std::min(at_, stream_.size())));
  BiffRecord record;
  record.at = at_;
  record.type = head.u16();
  record.bytes = head.text(head.u16());
  if (!head.ok()) return std::nullopt;
  at_ = stream_.size() - head.left().size();
  return record;
}

std::vector<std::string_view> BiffRecords::with_continued(std::string_view bytes) {
  std::vector<std::string_view> pieces = {bytes};
  for (;;) {
    const std::size_t before = at_;
    const auto record = next();
    if (record && record->type == kContinue) {
      pieces.push_back(record->bytes);
      continue;
    }
    at_ = before;
    return pieces;
  }
}

void SharedTexts::add(std::string_view text) {
  text_ += text;
  ends_.push_back(text_.size());
}

std::string_view SharedTexts::at(std::size_t index) const {
  if (index >= ends_.size()) return {};
  const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(text_).substr(begin, ends_[index] - begin);
}

bool read_shared_texts(const std::vector<std::string_view>& pieces, std::size_t most_bytes,
                       SharedTexts& texts) {
  ContinuedBytes bytes(pieces);
  bytes.skip(4);
  const std::uint64_t count = bytes.number(4);
  std::string text;
  for (std::uint64_t at = 0; at < count; ++at) {
    if (bytes.at_end() || texts.size() >= kMostSharedTexts) return false;
    const std::size_t characters = bytes.number(2);
    const auto flags = static_cast<std::uint8_t>(bytes.number(1));
    const std::uint64_t runs = (flags & kRich) != 0 ? bytes.number(2) : 0;
    const std::uint64_t pronounced = (flags & kPronounced) != 0 ? bytes.number(4) : 0;
    text.clear();
    bytes.append_text(text, characters, (flags & kWide) != 0, most_bytes);
    texts.add(utf8_prefix(text, most_bytes));
    constexpr std::uint64_t kRunBytes = 4;
    bytes.skip(runs * kRunBytes);
    bytes.skip(pronounced);
  }
  return true;
}

std::string read_biff8_text(RecordBytes& bytes, std::size_t characters, std::size_t most_bytes) {
  const std::uint8_t flags = bytes.u8();
  if ((flags & kRich) != 0) bytes.skip(2);
  if ((flags & kPronounced) != 0) bytes.skip(4);
  const bool wide = (flags & kWide) != 0;
  // A text that is cut is as long as what there is of it.
  const std::string_view of_text =
      bytes.text(std::min(characters * (wide ? 2 : 1), bytes.left().size()));
  std::string text;
  wide ? append_utf16(text, of_text.substr(0, most_bytes))
       : append_latin1(text, of_text.substr(0, most_bytes));
  return text;
}

}  // namespace tagtrail::host
