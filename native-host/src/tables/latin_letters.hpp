// Which encoding of one byte a text in Latin letters is in, by the letters of its language: those
// that count frequencies alone need long texts, and take DOS or Macintosh for something else.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// As iconv knows it: the one in which the characters beyond ASCII are letters of one language,
/// each where it may stand, or at least of languages that share an encoding. Of several that fit
/// alike `likely`, where the text has many such letters, or the most common one. Empty: none fits,
/// or it has no such letters, or mostly such.
std::string encoding_by_letters(std::string_view bytes, std::string_view likely);

}  // namespace tagtrail::host
