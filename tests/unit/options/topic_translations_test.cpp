// Words of a topic in other languages. The dictionaries here are short ones in the format of dictd
// (dictfmt(1)): an index of headwords, places and sizes in base 64, and the entries, packed or not.
#include "options/topic_translations.hpp"

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result, result.error().message);
  return std::move(*result);
}

using Entries = std::vector<std::pair<std::string, std::string>>;

std::string base64(std::uint64_t number) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string digits(1, kDigits[number % 64]);
  while ((number /= 64) > 0) digits.insert(digits.begin(), kDigits[number % 64]);
  return digits;
}

/// As FreeDict's English-German one has them.
const Entries kGerman{
    {"region", "region /r/\nBereich <masc>, Region <fem>\n see: {regions}\n\n"},
    {"region", "region /r/\nGebiet <neut> [math.]\n"},
    {"region", "region /r/\nRegion <fem>\n   Synonyms: {area}, {zone}\n\n see: {areas}\n"},
    {"rent",
     "rent /r/\nMiete <fem>, Mietzins <masc> [Süddt.]  [Ös.] , Pacht <fem>\n"
     "      \"a monthly rent of …\"  - eine Monatsmiete von …\n"},
    {"rent", "rent /r/ <v>\nanmieten <v, trans>\n   Synonym: {hire}\n"},
    {"rent", "rent /r/\nin Stücke gerissen, zerfetzt\n"},
    {"rent", "rent /r/ <v>\nanmieten, mieten <v, trans>\n"},
    {"population", "population /p/ (pop. /p/)\nBevölkerung <fem>Bev.,  /bˈɛv/\n"},
    {"population", "population /p/\n [total] Einwohnerzahl <fem>, Zahl/Menge <fem>\n"},
    {"tax", "tax /t/\n1. Abgabe <fem>; Steuer <fem>\n2. Taxe\n3. <N> 1.\n"},
    {"unemployment", "unemployment /u/\nArbeitslosigkeit <fem>\n"},
    {"unemployment rate", "unemployment rate /u/\nArbeitslosenquote <fem>\n"},
};

struct Dictionaries {
  ScratchFolder scratch;

  void write(const std::string& name, const Entries& entries, bool packed = true) const {
    std::string index = "00databaseinfo\tA\tA\n";
    std::string text;
    for (const auto& [head, entry] : entries) {
      index += head + "\t" + base64(text.size()) + "\t" + base64(entry.size()) + "\n";
      text += entry;
    }
    write_files(name, index, text, packed);
  }

  void write_files(const std::string& name, const std::string& index, const std::string& text,
                   bool packed = true) const {
    const std::string stem = (scratch.path() / ("freedict-" + name)).string();
    std::ofstream(stem + ".index") << index;
    if (!packed) {
      std::ofstream(stem + ".dict") << text;
      return;
    }
    gzFile file = gzopen((stem + ".dict.dz").c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
  }

  Expected<TranslatedTopic> ask(const std::string& about, const std::string& languages) const {
    return translate_topic(about, languages, {scratch.path() / "none", scratch.path()});
  }
  std::string about(const std::string& words, const std::string& languages = "de") const {
    return must(ask(words, languages)).about;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(topic_translations, Dictionaries)

BOOST_AUTO_TEST_CASE(what_most_entries_say_comes_first_and_verbs_last) {
  write("eng-deu", kGerman);
  BOOST_TEST(about("region") == "region|Bereich|Gebiet");
  BOOST_TEST(about("rent 2023") == "rent|Miete|Mietzins|Pacht|zerfetzt|anmieten|mieten 2023");
  BOOST_TEST(about("population") == "population|Bevölkerung|Einwohnerzahl|Zahl");
  BOOST_TEST(about("tax") == "tax|Abgabe|Steuer|Taxe");
}

BOOST_AUTO_TEST_CASE(words_side_by_side_have_what_they_are_together) {
  write("eng-deu", kGerman, false);
  const auto topic = must(ask("Unemployment rate by Regions", "deu"));
  BOOST_TEST(topic.about ==
             "Unemployment|Arbeitslosigkeit|Arbeitslosenquote rate|Arbeitslosenquote by "
             "Regions|Region|Bereich|Gebiet");
  BOOST_TEST(topic.untranslated == std::vector<std::string>{"rate (deu)"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(forms_that_were_typed_stay) {
  write("eng-deu", kGerman);
  BOOST_TEST(
      about("rent|lease tax|steuer") ==
      "rent|lease|Miete|Mietzins|Pacht|zerfetzt|anmieten|mieten tax|steuer|Abgabe|Steuer|Taxe");
}

BOOST_AUTO_TEST_CASE(several_languages_and_others_than_english) {
  write("eng-deu", kGerman);
  write("eng-fra", {{"rent", "rent /rent/\nloyer\n\n"}});
  write("fra-eng", {{"loyer", "loyer\nrent\n"}});
  BOOST_TEST(about("tax rent", " fr, de")
                 .ends_with("rent|loyer|Miete|Mietzins|Pacht|zerfetzt|anmieten|mieten"));
  BOOST_TEST(about("loyer", "fr-en") == "loyer|rent");
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named_with_its_package) {
  const auto missing = ask("rent", "pl");
  BOOST_REQUIRE(!missing);
  BOOST_TEST((missing.error().code == ErrorCode::missing_dependency));
  BOOST_TEST(missing.error().message.find("apt install dict-freedict-eng-pol") !=
             std::string::npos);
  for (const char* languages : {"", ",", "xx", "de-de", "en", "de-xx", "-", "../x"}) {
    const auto refused = ask("rent", languages);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == ErrorCode::invalid_argument), languages);
  }
  BOOST_TEST(!ask("...", "de"));
}

BOOST_AUTO_TEST_CASE(damaged_dictionaries_end_in_an_error_or_without_a_word) {
  write_files("eng-deu", "rent\tBA\tK\n", "rent\nMiete\n");
  BOOST_TEST(!ask("rent", "de"));
  for (const char* index :
       {"", "rent", "rent\t", "rent\tA", "rent\t\t", "rent\t?\tK", "\n\n\t\t\n",
        "rent\tzzzzzzzzzzzz\tK", "rent\tzzzzzzz\tzz\n", "rent\tA\tA", "rent\tA\tF"}) {
    write_files("eng-deu", index, "rent\nMiete\n");
    BOOST_TEST(about("rent") == "rent", index);
  }
  write_files("eng-deu", "rent\tA\tL\n", "rent\nMi\xFF|e <\n");
  BOOST_TEST(about("rent") == "rent");
  write_files("eng-deu", "rent\tA\tL\n", "");
  BOOST_TEST(!ask("rent", "de"));
}

BOOST_AUTO_TEST_SUITE_END()
