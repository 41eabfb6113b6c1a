#include "forms/form_shape.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "forms/form_intent.hpp"
#include "forms/input_names.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostNumbers = 6;

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  if (text.empty() || text.size() > kMostNumbers) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The largest of the page sizes that a list offers; nothing where it offers something else.
std::optional<std::string> largest_page(const QueryInput& input) {
  const bool named = names_page_size(input.name);
  std::optional<std::string> largest;
  unsigned most = 0;
  for (const QueryValue& value : input.values) {
    const auto number = number_of(value.value);
    if (!number) {
      if (value.value.empty()) continue;
      return std::nullopt;
    }
    if (!named && !is_usual_page_size(*number)) return std::nullopt;
    if (*number >= most && *number <= kLargestPage) {
      most = *number;
      largest = value.value;
    }
  }
  return named || input.values.size() >= 3 ? largest : std::nullopt;
}

FormInput read_list(const QueryInput& input) {
  FormInput read;
  read.name = input.name;
  read.sent = false;
  const auto chosen = std::find_if(input.values.begin(), input.values.end(),
                                   [](const QueryValue& value) { return value.chosen; });
  if (chosen != input.values.end()) {
    read.sent = true;
    read.preset = chosen->value;
  }
  if (auto largest = largest_page(input)) {
    read.role = InputRole::shown;
    read.sent = true;
    read.preset = std::move(*largest);
    return read;
  }
  read.role = names_presentation(input.name) ? InputRole::shown : InputRole::choice;
  for (const QueryValue& value : input.values) {
    const bool known =
        std::find(read.values.begin(), read.values.end(), value.value) != read.values.end();
    if (known || value.value.empty() || (read.sent && value.value == read.preset)) continue;
    read.values.push_back(value.value);
    read.labels.push_back(value.label);
  }
  return read;
}

/// Boxes to tick of one name are one list.
void add_tick(FormShape& shape, const QueryInput& input) {
  const QueryValue& value = input.values.front();
  auto read = std::find_if(shape.inputs.begin(), shape.inputs.end(), [&](const FormInput& known) {
    return known.name == input.name && known.role == InputRole::choice;
  });
  if (read == shape.inputs.end()) {
    const InputRole role = names_presentation(input.name) ? InputRole::shown : InputRole::choice;
    FormInput& list = shape.inputs.emplace_back();
    list.name = input.name;
    list.role = role;
    list.sent = false;
    read = shape.inputs.end() - 1;
  }
  if (value.chosen) {
    read->sent = true;
    read->preset = value.value;
  } else if (std::find(read->values.begin(), read->values.end(), value.value) ==
                 read->values.end() &&
             read->values.size() < limits::kQueryValues) {
    read->values.push_back(value.value);
    read->labels.emplace_back();
  }
}

/// `alone`: with a button that leads on, perhaps to the next page.
void add_input(FormShape& shape, const QueryInput& input, bool alone) {
  if (input.values.empty() || input.name.empty() || input.kind == "image") return;
  if (input.kind == "select") return shape.inputs.push_back(read_list(input));
  if (input.kind == "checkbox" || input.kind == "radio") return add_tick(shape, input);
  // The first page comes without being asked for.
  if (!alone && names_page(input.name) && number_of(input.values.front().value)) return;
  // Numbers from a least to a most one, buttons of one name.
  if (input.values.size() > 1) return shape.inputs.push_back(read_list(input));
  // Where nothing is filled in, nothing is left out, most likely.
  shape.open = shape.open || (is_entry(input) && !input.values.front().value.empty());
  FormInput read;
  read.name = input.name;
  read.preset = input.values.front().value;
  // Frameworks send these two themselves; links do without them.
  read.hidden = input.kind == "hidden" && input.name != "utf8" && input.name != "_charset_";
  if (input.kind == "text" || input.kind == "search") {
    read.role = InputRole::words;
    read.preset.clear();
  }
  shape.inputs.push_back(std::move(read));
}

/// Of several buttons the first is pressed.
void press_first_button(QueryForm& form) {
  bool pressed = false;
  std::erase_if(form.inputs, [&](const QueryInput& input) {
    return sends_form(input) && std::exchange(pressed, true);
  });
}

/// Of several buttons this one, with all its values.
QueryForm press(const QueryForm& form, std::size_t at, const std::vector<QueryValue>& values) {
  QueryForm pressed = form;
  pressed.inputs.clear();
  for (std::size_t i = 0; i < form.inputs.size(); ++i) {
    if (i == at || !sends_form(form.inputs[i])) pressed.inputs.push_back(form.inputs[i]);
    if (i == at) pressed.inputs.back().values = values;
  }
  return pressed;
}

bool is_button_alone(const QueryForm& pressed) {
  return std::any_of(pressed.inputs.begin(), pressed.inputs.end(), sends_form) &&
         std::all_of(pressed.inputs.begin(), pressed.inputs.end(), [](const QueryInput& input) {
           return sends_form(input) || input.kind == "hidden";
         });
}

FormShape shape_of(const QueryForm& form) {
  FormShape shape;
  shape.action = form.action.substr(0, form.action.find_first_of("?#"));
  shape.tag_path = form.tag_path;
  shape.charset_name = form.charset;
  const bool alone = is_button_alone(form);
  for (const QueryInput& input : form.inputs) add_input(shape, input, alone);
  return shape;
}

/// What a second button gets are files: words would ask for parts of one that it gets without.
void press_further(const std::string& name, FormShape& shape) {
  shape.pressed = name;
  if (name.empty()) return;
  for (FormInput& input : shape.inputs) {
    if (input.role == InputRole::words) input.role = InputRole::fixed;
    if (input.name == name && input.role == InputRole::fixed) input.hidden = true;
  }
}

/// It has to be filled in, and nobody knows what with.
bool is_unfilled(const QueryInput& input) {
  return is_entry(input) && input.required && input.values.size() == 1 &&
         input.values.front().value.empty();
}

bool has_something_to_ask(const FormShape& shape) {
  return std::any_of(shape.inputs.begin(), shape.inputs.end(), [](const FormInput& input) {
    return input.role == InputRole::words ||
           (input.role == InputRole::choice && !input.values.empty());
  });
}

bool lists(const FormInput& input, const std::string& value) {
  return input.preset == value ||
         std::find(input.values.begin(), input.values.end(), value) != input.values.end();
}

/// Two lists that choose the same.
bool is_same(const FormInput& one, const FormInput& other) {
  return one.role == InputRole::choice && other.role == one.role && one.name == other.name;
}

bool has_more(const FormInput& list, const FormInput& than) {
  const auto is_new = [&](const std::string& value) {
    return !value.empty() && !lists(than, value);
  };
  return is_new(list.preset) || std::any_of(list.values.begin(), list.values.end(), is_new);
}

}  // namespace

std::uint64_t FormShape::identity() const {
  std::string text = action;
  for (const FormInput& input : inputs) text.append("\n").append(input.name);
  return hash_bytes(text.data(), text.size());
}

bool FormShape::offers_more_than(const FormShape& other) const {
  return std::any_of(inputs.begin(), inputs.end(), [&](const FormInput& input) {
    const auto same = std::find_if(other.inputs.begin(), other.inputs.end(),
                                   [&](const FormInput& known) { return is_same(known, input); });
    return same != other.inputs.end() && has_more(input, *same);
  });
}

std::optional<std::uint32_t> FormShape::take_choices(const FormShape& again) {
  std::optional<std::uint32_t> list;
  if (inputs.size() != again.inputs.size() || action != again.action || pressed != again.pressed) {
    return list;
  }
  for (std::uint32_t at = 0; at < inputs.size(); ++at) {
    const FormInput& other = again.inputs[at];
    const bool more = is_same(inputs[at], other) && has_more(other, inputs[at]);
    const bool alike = inputs[at].role == other.role && inputs[at].name == other.name &&
                       inputs[at].preset == other.preset;
    if (more ? list.has_value() : !alike) return std::nullopt;
    if (more) list = at;
  }
  if (!list) return list;
  FormInput& grown = inputs[*list];
  const FormInput& other = again.inputs[*list];
  const auto take = [&](const std::string& value, const std::string& label) {
    if (value.empty() || lists(grown, value)) return;
    if (grown.values.size() >= limits::kQueryValues) {
      cut = true;
    } else {
      grown.values.push_back(value);
      grown.labels.push_back(label);
    }
  };
  take(other.preset, {});
  for (std::size_t i = 0; i < other.values.size(); ++i) take(other.values[i], other.labels[i]);
  return list;
}

bool FormShape::is_part_of(const FormShape& other) const {
  const auto is_bound = [](const FormInput& input) {
    return input.role == InputRole::choice || input.role == InputRole::words;
  };
  const auto has = [&](const FormShape& shape, const FormInput& wanted) {
    return std::any_of(shape.inputs.begin(), shape.inputs.end(), [&](const FormInput& input) {
      if (is_bound(wanted)) return input.name == wanted.name && input.role == wanted.role;
      return input.name == wanted.name && input.preset == wanted.preset;
    });
  };
  return action == other.action && pressed == other.pressed &&
         std::all_of(inputs.begin(), inputs.end(),
                     [&](const FormInput& input) {
                       return (!input.hidden && !is_bound(input)) || has(other, input);
                     }) &&
         std::all_of(other.inputs.begin(), other.inputs.end(),
                     [&](const FormInput& input) { return !is_bound(input) || has(*this, input); });
}

std::vector<SentForm> as_sent(const QueryForm& form) {
  if (form.post) return {{form}};
  struct Button {
    std::size_t at = 0;
    std::vector<QueryValue> values;
  };
  std::vector<Button> buttons;
  const bool alone = is_button_alone(form);
  for (std::size_t at = 0; at < form.inputs.size(); ++at) {
    const QueryInput& input = form.inputs[at];
    if (!sends_form(input)) continue;
    const bool sends_more = input.kind == "submit" && !input.name.empty() &&
                            !input.values.empty() && (alone || gets_file(input));
    if (!buttons.empty() && !sends_more) continue;
    const auto same = std::find_if(buttons.begin(), buttons.end(), [&](const Button& button) {
      return !alone && form.inputs[button.at].name == input.name;
    });
    if (same == buttons.end()) {
      buttons.push_back({at, input.values});
    } else {
      same->values.push_back(input.values.front());
      same->values.back().chosen = false;
    }
  }
  if (buttons.empty()) return {{form}};
  std::vector<SentForm> all;
  for (const Button& button : buttons) {
    all.push_back({press(form, button.at, button.values),
                   all.empty() ? std::string() : form.inputs[button.at].name});
  }
  return all;
}

ReadForm read_form(const SentForm& sent, const FormPlace& place) {
  const QueryForm& form = sent.form;
  if (form.post) return {FormKind::sends, {}};
  QueryForm pressed = form;
  press_first_button(pressed);
  FormShape shape = shape_of(pressed);
  const bool alone = is_button_alone(pressed);
  // Whatever its words are in whatever language: a button that gets a file shows something.
  const bool goes_on =
      alone && (names_file(form) || (!place.session && leads_on(pressed, shape, place.only_way)));
  const bool doubtful = place.session && !names_file(form) && !only_asks(pressed);
  if (doubtful || (!goes_on && may_act(pressed, shape))) {
    return {FormKind::acts, std::move(shape)};
  }
  if (form.cut) return {};
  if (alone) return {FormKind::links, std::move(shape)};
  press_further(sent.pressed, shape);
  const bool asks = has_something_to_ask(shape);
  const bool enters = std::any_of(form.inputs.begin(), form.inputs.end(), is_entry);
  const bool unfilled = std::any_of(form.inputs.begin(), form.inputs.end(), is_unfilled);
  if (unfilled || (!asks && !enters && sent.pressed.empty())) return {};
  shape.open = shape.open || (!asks && enters);
  const bool gets =
      std::any_of(form.inputs.begin(), form.inputs.end(),
                  [](const QueryInput& input) { return sends_form(input) && gets_file(input); });
  shape.cut = (!asks && enters && gets) ||
              std::any_of(form.inputs.begin(), form.inputs.end(), [](const QueryInput& input) {
                return input.values.size() >= limits::kQueryValues;
              });
  return {FormKind::asks, std::move(shape)};
}

bool may_lead_on(const QueryForm& form) {
  if (form.post || form.cut) return false;
  QueryForm pressed = form;
  press_first_button(pressed);
  const FormShape shape = shape_of(pressed);
  if (is_button_alone(pressed)) return !surely_acts(pressed, shape);
  return std::any_of(form.inputs.begin(), form.inputs.end(), is_entry) &&
         says_no_other(pressed, shape) &&
         std::none_of(form.inputs.begin(), form.inputs.end(), takes_more_than_a_search);
}

bool names_file(const QueryForm& form) {
  const std::string extension = url_extension(form.action);
  const std::string_view mime = mime_of_extension(extension);
  // `index.pl` is asked, not fetched.
  return !is_program_extension(extension) && !mime.empty() && !is_html(mime);
}

bool looks_like_search(const QueryForm& form) {
  const auto asks = [](const QueryInput& input) {
    return is_any_of(input.kind, {"text", "search", "select", "checkbox", "radio"});
  };
  return std::any_of(form.inputs.begin(), form.inputs.end(), asks) &&
         std::none_of(form.inputs.begin(), form.inputs.end(), takes_more_than_a_search);
}

void save_shape(ByteWriter& out, const FormShape& shape) {
  out.text(shape.action);
  out.text(shape.tag_path);
  out.boolean(shape.cut);
  out.boolean(shape.open);
  out.text(shape.pressed);
  out.text(shape.charset_name);
  out.var(shape.inputs.size());
  for (const FormInput& input : shape.inputs) {
    out.text(input.name);
    out.u8(static_cast<std::uint8_t>(input.role));
    out.boolean(input.hidden);
    out.boolean(input.sent);
    out.text(input.preset);
    out.var(input.values.size());
    for (std::size_t i = 0; i < input.values.size(); ++i) {
      out.text(input.values[i]);
      out.text(input.labels[i]);
    }
  }
}

bool load_shape(ByteReader& in, FormShape& shape) {
  shape.action = in.text();
  shape.tag_path = in.text();
  shape.cut = in.boolean();
  shape.open = in.boolean();
  shape.pressed = in.text();
  shape.charset_name = in.text();
  const std::size_t inputs = in.count(6);
  if (inputs > limits::kQueryInputs) return false;
  for (std::size_t i = 0; i < inputs && in.ok(); ++i) {
    FormInput& input = shape.inputs.emplace_back();
    input.name = in.text();
    const std::uint8_t role = in.u8();
    if (role > static_cast<std::uint8_t>(InputRole::shown)) return false;
    input.role = static_cast<InputRole>(role);
    input.hidden = in.boolean();
    input.sent = in.boolean();
    input.preset = in.text();
    const std::size_t values = in.count(2);
    if (values > limits::kQueryValues) return false;
    for (std::size_t at = 0; at < values && in.ok(); ++at) {
      input.values.push_back(in.text());
      input.labels.push_back(in.text());
    }
  }
  return in.ok();
}

}  // namespace tagtrail
