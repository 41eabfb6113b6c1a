// The user's rule for the names of harvested files: `{host}/{date}/{name}`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/file_names.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Longest mask, in bytes.
inline constexpr std::size_t kMaxMaskBytes = 200;
/// Room for folders, in bytes: with the longest name a path stays below what Windows takes.
inline constexpr std::size_t kMaxFolderBytes = 90;

/// Fields: `{name}` (the readable name), `{stem}` and `{ext}` (its parts), `{host}`, `{path}` (the
/// folders of the URL), `{date}` (of the fetch, UTC), `{digest}` (16 digits of the SHA-256),
/// `{anchor}` (the words of the link). A path that a mask makes is safe whatever a server says:
/// each part of it is what readable_name() promises. In a name, `{stem}` stands in for words that
/// there are none of.
class NameMask {
 public:
  /// All files in one folder under their readable names: `{name}`.
  NameMask();
  /// Errors: invalid_argument, in words, for a mask that could lead out of the folder, has a
  /// character that some system does not take, an unknown field, or is too long.
  static Expected<NameMask> parse(std::string_view text);

  /// Below files/, with '/' between folders. Folders that would be empty are left out, and those
  /// for which there is no room. Never without the extension that readable_name() gives.
  std::string path_of(const NameHints& hints) const;
  const std::string& text() const { return text_; }

 private:
  struct Piece {
    bool is_field = false;
    std::string text;  ///< literal, or the field's name
  };
  using Part = std::vector<Piece>;

  static Expected<Part> parse_part(std::string_view text);

  std::string text_;
  std::vector<Part> parts_;  ///< folders, then the name
};

}  // namespace tagtrail::host
