// The words of shared/data/form_words.json, made plain: what forms say of themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// Words, or what words begin with; of scripts without spaces, what texts contain.
class FormPhrases {
 public:
  void add(std::string_view written);

  /// Whether a text as plain_words() makes it has one, or begins with one.
  bool in(std::string_view plain) const;
  bool begin(std::string_view plain) const;
  /// Whether it is one.
  bool are(std::string_view plain) const;

 private:
  struct Phrase {
    std::string text;
    bool open = false;  ///< words that begin so
  };
  std::vector<Phrase> phrases_;
};

struct FormWords {
  FormPhrases asks;      ///< on the button of a form that shows something
  FormPhrases either;    ///< what of these stands on buttons that do something, too
  FormPhrases gets;      ///< on the button of a form that gets a file
  FormPhrases formats;   ///< or names its format
  FormPhrases saves;     ///< beside a format: it makes a copy for the reader
  FormPhrases enters;    ///< how the button of a form begins that goes on in the site
  FormPhrases agrees;    ///< how the button of a form begins that agrees to something
  FormPhrases neutral;   ///< whole texts on buttons that say nothing
  FormPhrases sends;     ///< on the button of a message; some searches have it, too
  FormPhrases acts;      ///< on the button of a form that does something
  FormPhrases places;    ///< in the address, class or id of a search, and the name of its box
  FormPhrases boxes;     ///< in the name or label of a box that no search has
  FormPhrases pages;     ///< how a link to another page of a list begins
  FormPhrases consents;  ///< how the label of a box to tick begins that no search has
};

const FormWords& form_words();

}  // namespace tagtrail
