#include "tables/latin_letters.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostLooked = 20'000;  ///< characters beyond ASCII

enum Group : unsigned { western = 1, central = 2, turkish = 4, baltic = 8 };

struct Language {
  std::u32string_view letters;  ///< lower case, beyond ASCII
  unsigned group;
  double doubt = 0;  ///< another language is more likely where its letters do as well
};

/// Orthographies as their academies have them, without letters for foreign names.
constexpr auto kLanguages = std::to_array<Language>({
    {U"äöüß", western},               // German
    {U"àâæçèéêëîïôœùûüÿ", western},   // French
    {U"áéíñóúüªº", western},          // Spanish
    {U"àèéìíîòóùú", western},         // Italian
    {U"àáâãçéêíóôõúüªº", western},    // Portuguese
    {U"åäöéæø", western},             // Swedish, Danish, Norwegian
    {U"áðéíóúýþæö", western, 0.01},   // Icelandic; rather Turkish
    {U"àçèéíïòóúü", western},         // Catalan
    {U"äëéèïöüáóíúê", western},       // Dutch
    {U"áéíóú", western},              // Irish
    {U"ąćęłńóśźż", central},          // Polish
    {U"áčďéěíňóřšťúůýž", central},    // Czech
    {U"áäčďéíĺľňóôŕšťúýž", central},  // Slovak
    {U"áéíóöőúüű", central},          // Hungarian
    {U"čćđšž", central},              // Croatian, Slovene
    {U"ăâîșțşţ", central},            // Romanian
    {U"çğıöşüâîû", turkish},          // Turkish
    {U"ąčęėįšųūž", baltic},           // Lithuanian
    {U"āčēģīķļņšūž", baltic},         // Latvian
    {U"äõöüšž", baltic},              // Estonian
});

struct Encoding {
  const char* name;  ///< of iconv
  unsigned groups;
};
/// The most common first.
constexpr auto kEncodings = std::to_array<Encoding>({{"windows-1252", western},
                                                     {"windows-1250", central},
                                                     {"iso-8859-2", central},
                                                     {"windows-1257", baltic},
                                                     {"windows-1254", turkish},
                                                     {"cp850", western},
                                                     {"cp852", central},
                                                     {"macintosh", western}});

/// What stands beside words, and in numbers.
constexpr std::u32string_view kSigns = U"\u00a0“”„‘’‚–—…€£¥¢§°«»‹›²³¹µ·•©®™×½¼¾±¿¡´¨º\u00ad";

/// Of these, those that no word begins with.
constexpr std::u32string_view kSignsBehind = U"²³¹®©™×½¼¾»”›";

bool is_letter(char32_t c) {
  if (c < 0x80) return std::isalpha(static_cast<unsigned char>(c)) != 0;
  return (c >= 0xC0 && c < 0x250 && c != 0xD7 && c != 0xF7) || c == 0xAA || c == 0xBA;
}

/// Of letters of kLanguages: in Latin Extended-A they come in pairs.
char32_t lower_of(char32_t c) {
  if (c < 0x80) return static_cast<char32_t>(std::tolower(static_cast<int>(c)));
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 0x20;
  if (c == 0x178) return 0xFF;
  if (c == 0x130) return 0x131;  // without a dot, as its partner
  const bool odd_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
  const bool pairs = (c >= 0x100 && c <= 0x177 && c != 0x131 && c != 0x138) || odd_upper ||
                     (c >= 0x218 && c <= 0x21B);
  return pairs && (c % 2 == 1) == odd_upper ? c + 1 : c;
}

bool is_lower(char32_t c) { return is_letter(c) && lower_of(c) == c; }

using Characters = std::array<char32_t, 256>;

/// By byte; 0: it is none.
Characters characters_of(const char* encoding) {
  Characters characters{};
  for (std::size_t byte = 0; byte < 0x80; ++byte) characters.at(byte) = static_cast<char32_t>(byte);
  iconv_t converter = iconv_open("UTF-32LE", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return characters;  // NOLINT: how iconv says so
  for (std::size_t byte = 0x80; byte < characters.size(); ++byte) {
    char in = static_cast<char>(byte);
    std::array<unsigned char, 4> out{};
    char* from = &in;
    char* to = reinterpret_cast<char*>(out.data());  // NOLINT: iconv takes chars
    std::size_t left = 1;
    std::size_t space = out.size();
    iconv(converter, nullptr, nullptr, nullptr, nullptr);
    if (iconv(converter, &from, &left, &to, &space) == std::size_t(-1) || space != 0) continue;
    const auto character = static_cast<char32_t>(out[0] | out[1] << 8U | out[2] << 16U);
    if (character >= 0xA0) characters.at(byte) = character;
  }
  iconv_close(converter);
  return characters;
}

const std::array<Characters, kEncodings.size()>& all_characters() {
  static const auto all = [] {
    std::array<Characters, kEncodings.size()> made{};
    for (std::size_t at = 0; at < made.size(); ++at) {
      made.at(at) = characters_of(kEncodings.at(at).name);
    }
    return made;
  }();
  return all;
}

struct Counted {
  std::map<char32_t, std::size_t> letters;  ///< lower case, where one may stand
  std::size_t all = 0;                      ///< but for signs where these may stand
};

/// In western languages õ stands before e, but for capitals, and ç before no consonant.
bool may_stand_before(char32_t letter, char32_t next) {
  constexpr std::u32string_view kConsonants = U"bcdfghjklmnpqrstvwxz";
  if (letter == U'õ') return next == U'e';
  return letter != U'ç' || kConsonants.find(next) == std::u32string_view::npos;
}

/// The characters beyond ASCII at these places.
Counted count(std::string_view bytes, const std::vector<std::size_t>& places,
              const Characters& characters, unsigned groups) {
  Counted counted;
  const auto at = [&](std::size_t place) {
    return place < bytes.size() ? characters.at(static_cast<unsigned char>(bytes[place])) : U' ';
  };
  for (const std::size_t place : places) {
    const char32_t c = at(place);
    const char32_t before = place > 0 ? at(place - 1) : U' ';
    const char32_t next = at(place + 1);
    const bool inside = is_letter(before) && is_letter(next);
    const bool sign = kSigns.find(c) != std::u32string_view::npos;
    const bool misplaced = is_letter(next) && kSignsBehind.find(c) != std::u32string_view::npos;
    const bool within = c == U'’' || c == U'·' || c == 0xAD;
    if (sign && !is_letter(c) && !misplaced && (!inside || within)) continue;
    ++counted.all;
    // A capital alone is rather a sign.
    const bool fits = is_lower(c) ? groups != western || may_stand_before(c, next)
                                  : !is_lower(before) && (is_letter(before) || is_letter(next));
    if (is_letter(c) && fits) ++counted.letters[lower_of(c)];
  }
  return counted;
}

double share_in(const Counted& counted, std::u32string_view letters) {
  std::size_t known = 0;
  for (const auto& [letter, times] : counted.letters) {
    if (letters.find(letter) != std::u32string_view::npos) known += times;
  }
  return static_cast<double>(known) / static_cast<double>(counted.all);
}

/// How well they are letters of one language; a little less, of all that share the encoding.
double fit(const Counted& counted, unsigned groups) {
  constexpr double kOfSeveral = 0.05;
  double best = 0;
  std::u32string together;
  for (const Language& language : kLanguages) {
    if ((language.group & groups) == 0) continue;
    best = std::max(best, share_in(counted, language.letters) - language.doubt);
    together += language.letters;
  }
  return std::max(best, share_in(counted, together) - kOfSeveral);
}

}  // namespace

std::string encoding_by_letters(std::string_view bytes, std::string_view likely) {
  constexpr double kLeast = 0.9;
  constexpr std::size_t kMany = 50;
  std::vector<std::size_t> places;
  std::size_t plain = 0;
  for (std::size_t at = 0; at < bytes.size() && places.size() < kMostLooked; ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte >= 0x80) places.push_back(at);
    plain += byte < 0x80 && std::isalpha(byte) != 0 ? 1 : 0;
  }
  if (places.size() > plain) return {};
  std::string found;
  double best = kLeast;
  for (std::size_t at = 0; at < kEncodings.size(); ++at) {
    const unsigned groups = kEncodings.at(at).groups;
    const Counted counted = count(bytes, places, all_characters().at(at), groups);
    if (counted.letters.empty()) continue;
    const double how = fit(counted, groups);
    const bool is_likely = kEncodings.at(at).name == likely && places.size() >= kMany;
    if (how > best || (how == best && (found.empty() || is_likely))) {
      found = kEncodings.at(at).name;
      best = how;
    }
  }
  return found;
}

}  // namespace tagtrail::host
