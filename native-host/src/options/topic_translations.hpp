// The words of a topic in other languages, by the free dictionaries of FreeDict as dictd reads them
// (Debian: dict-freedict-eng-deu and the like).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct TranslatedTopic {
  std::string about;                      ///< that TopicWords::parse() takes
  std::vector<std::string> untranslated;  ///< `rent (es)`: words that a dictionary lacks
};

/// Where dictionaries are: `dictd` in the folders of data of this system (XDG_DATA_DIRS).
std::vector<std::filesystem::path> dictionary_folders();

/// `about` with translations as forms of its words: `rent` and `de` give `rent|Miete|Pacht`. Words
/// that say nothing are taken as they are. `languages`: `de,fr` (from English), or from another
/// language: `fr-en`, each by its code (ISO 639-1 or 639-3). A word has the translations that most
/// of its entries have, up to six; two or three words side by side also those of what they are
/// together
/// (`unemployment rate`). The first folder that has a dictionary is taken.
/// Errors: invalid_argument (no such language; too many words); missing_dependency, which names the
/// package; invalid_data (a dictionary that can't be read).
Expected<TranslatedTopic> translate_topic(std::string_view about, std::string_view languages,
                                          const std::vector<std::filesystem::path>& folders);

}  // namespace tagtrail::host
