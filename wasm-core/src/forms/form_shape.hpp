// What a form asks for: which of its inputs choose among what there is, which take words, which
// only change how results are shown, and what is sent for those that nobody touches. Madhavan et
// al., "Google's Deep-Web Crawl" (VLDB 2008), call the first two binding inputs, the third
// presentation inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forms/charset.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail {

enum class InputRole : std::uint8_t {
  fixed = 0,   ///< sent as it stands
  choice = 1,  ///< one of its values
  words = 2,   ///< a box for words
  shown = 3,   ///< orderings, layouts, languages: sent as it stands, and results differ by it in
               ///< nothing that counts; of page sizes the largest is sent
};

struct FormInput {
  std::string name;
  InputRole role = InputRole::fixed;
  bool hidden = false;              ///< always sent with this value
  bool sent = true;                 ///< when it is not bound
  std::string preset;               ///< what is sent then
  std::vector<std::string> values;  ///< of a choice, without the preset
  std::vector<std::string> labels;  ///< of these, where the page shows one
  bool operator==(const FormInput&) const = default;
};

struct FormShape {
  std::string action;    ///< canonical key without query
  std::string tag_path;  ///< of the form where it was met first
  std::vector<FormInput> inputs;
  bool cut = false;          ///< it has more to choose from than these values
  bool open = false;         ///< it has a field of which nobody knows what may be entered
  std::string pressed;       ///< name of the button that sends it; empty: of the first
  std::string charset_name;  ///< that it is sent in; empty: UTF-8
  /// The same, from whoever keeps them; null: UTF-8.
  std::shared_ptr<const Charset> charset;

  /// Where the form is sent, and the names of its inputs: the same form on another page.
  std::uint64_t identity() const;
  /// Whether one of its lists has something to choose that the same list of `other` has not.
  bool offers_more_than(const FormShape& other) const;
  /// Adds to its one list that has less to choose from than that of `again`, the same form as met
  /// elsewhere, and returns which; `cut` where there is no room for all. Nothing is added where the
  /// two differ in more: what is chosen of one list may depend on all the rest.
  std::optional<std::uint32_t> take_choices(const FormShape& again);
  /// `other` asks the same and only sends more hidden inputs besides: pages of results often carry
  /// what was asked for on in their form.
  bool is_part_of(const FormShape& other) const;
  bool operator==(const FormShape&) const = default;
};

enum class FormKind : std::uint8_t {
  asks,   ///< may be asked
  links,  ///< nothing to choose, and a button that shows something or leads on: one address
  sends,  ///< by POST: never sent
  acts,   ///< does something, as far as its words, inputs and buttons say; or may: never sent
  empty,  ///< nothing to choose or to write in, or not all of it is known
};

struct ReadForm {
  FormKind kind = FormKind::empty;
  FormShape shape;  ///< only of one that asks, links or acts
};

/// A form with one button, or several of one name to choose from, as one input.
struct SentForm {
  QueryForm form;
  std::string pressed = {};  ///< name of the button; empty: the first
};

/// The form as each of its buttons sends it: the first, and those besides that have a name and get
/// a file, or of a form of buttons alone all that have one.
std::vector<SentForm> as_sent(const QueryForm& form);

/// What is known of who asks and of the page.
struct FormPlace {
  bool only_way = false;  ///< the page has nothing else that leads on
  bool session = false;   ///< a person's: nothing is sent that is no search by what it says
};

/// What a form is: may_act() of form_intent.hpp says whether it acts. The first button is pressed.
ReadForm read_form(const SentForm& sent, const FormPlace& place = {});

/// Whether a form looks like a search, however it is sent: it has something to choose or to write
/// in, and takes nothing that no search asks for.
bool looks_like_search(const QueryForm& form);
/// Whether a form by GET that was left as one that may act (FormKind::acts) would lead on, perhaps:
/// a button alone, or fields to fill in, of which nothing says that it does something.
bool may_lead_on(const QueryForm& form);
/// Whether sending it gets a file, by the extension of where it is sent.
bool names_file(const QueryForm& form);

void save_shape(ByteWriter& out, const FormShape& shape);
/// False when malformed or over the limits of query_form.hpp.
bool load_shape(ByteReader& in, FormShape& shape);

}  // namespace tagtrail
