// A form of a page as any reader of pages sees it: enough to send it as a browser would. What comes
// of it is the engine's business (wasm-core/src/forms).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// Whoever reads a page keeps them. What is over is left out, never cut: half a value asks for
/// something else.
namespace limits {
inline constexpr std::size_t kQueryForms = 20;  ///< of a page, with all that they have
inline constexpr std::size_t kQueryFormsSeen =
    200;                                          ///< of a page, these and what is left of others
inline constexpr std::size_t kQueryInputs = 40;   ///< of a form
inline constexpr std::size_t kQueryValues = 500;  ///< of an input
inline constexpr std::size_t kQueryNameBytes = 100;        ///< name of an input
inline constexpr std::size_t kQueryValueBytes = 200;       ///< value, and what is shown for it
inline constexpr std::size_t kQueryFormsBytes = 64 << 10;  ///< all strings of a page's forms
inline constexpr std::size_t kCharsets = 4;                ///< of a page
inline constexpr std::size_t kCharsetCodes = 4'000;        ///< of a page, in each
inline constexpr std::size_t kCodeBytes = 4;               ///< of a character
}  // namespace limits

/// What an input sends.
struct QueryValue {
  std::string value;
  std::string label;    ///< text of an option, on a button; what the page calls another control
  bool chosen = false;  ///< sent when nobody touches the form

  bool operator==(const QueryValue&) const = default;
};

/// A control that is not disabled and has a name, or that sends the form.
struct QueryInput {
  /// Type of an <input> or <button> in lower case (what browsers take for it where it is missing or
  /// unknown), `select`, `textarea`.
  std::string kind;
  std::string name;
  bool required = false;
  /// Options of a select; what a field of numbers, months or days stands on and then all others
  /// between its least and most; else one. Where the form sends by POST, which is never done, only
  /// the words on buttons.
  std::vector<QueryValue> values;

  bool operator==(const QueryInput&) const = default;
};

struct QueryForm {
  std::string action;              ///< canonical key; the page's own where it names none
  std::string tag_path;            ///< of the <form>, as of a link
  bool post = false;               ///< else GET
  bool cut = false;                ///< an input was left out
  std::vector<QueryInput> inputs;  ///< document order
  std::string charset = {};        ///< that it is sent in; empty: UTF-8

  bool operator==(const QueryForm&) const = default;
};

/// How characters of a page are written in an encoding, so that who has no tables of encodings can
/// write what forms send: the engine has none, for it has to decide alike wherever it runs.
struct CharsetCodes {
  struct Code {
    std::uint32_t character = 0;
    std::string bytes;  ///< empty: the encoding has no such character

    bool operator==(const Code&) const = default;
  };
  std::string charset;
  std::vector<Code> codes;  ///< ascending; of no character of ASCII

  bool operator==(const CharsetCodes&) const = default;
};

/// Leaves out what is over the limits; `cut` says so. Of forms after the first ones stay the names
/// of their inputs, and all of those that are mere buttons. For readers that fill a form in one go.
void keep_to_limits(std::vector<QueryForm>& forms);

/// In the encoding of records; read_query_forms() is false on malformed input.
void write_query_forms(ByteWriter& out, const std::vector<QueryForm>& forms);
bool read_query_forms(ByteReader& in, std::vector<QueryForm>& forms);

void write_charsets(ByteWriter& out, const std::vector<CharsetCodes>& charsets);
bool read_charsets(ByteReader& in, std::vector<CharsetCodes>& charsets);

}  // namespace tagtrail
