// What a page says beside its links, for objectives whose results are pages: how much of it is
// marked up for machines, its forms, its pairs of words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

namespace limits {
inline constexpr std::size_t kForms = 100;            ///< of a page
inline constexpr std::size_t kFormFields = 300;       ///< of a form
inline constexpr std::size_t kFormTextBytes = 2000;   ///< text of a form
inline constexpr std::size_t kFieldTextBytes = 200;   ///< name, label of a field
inline constexpr std::size_t kWordPairs = 1'000'000;  ///< distinct ones of a page
}  // namespace limits

/// Statements of a page by the syntax they are written in; a statement is what is one RDF triple.
struct MarkupCounts {
  std::uint32_t microdata = 0;
  std::uint32_t rdfa = 0;
  std::uint32_t microformats = 0;
  std::uint32_t json_ld = 0;

  bool operator==(const MarkupCounts&) const = default;
};

/// A control of a form.
struct FormField {
  /// Type of an input or of a <button> (lower case; what browsers take for it where it is missing
  /// or unknown), or `select`, `textarea`.
  std::string kind;
  std::string name;
  std::string
      label;  ///< of a label element, aria-label, placeholder or title; else the text before it
  std::uint32_t options = 0;  ///< of a select
  std::uint32_t size = 0;     ///< of a text box: its size attribute, 20 where there is none

  bool operator==(const FormField&) const = default;
};

struct Form {
  std::string action;  ///< canonical key; the page's own where it names none
  bool post = false;   ///< method POST; else GET
  std::string text;    ///< what it shows, values and options too, cut to kFormTextBytes
  std::vector<FormField> fields;

  bool operator==(const Form&) const = default;
};

/// What of it an objective needs: no more is read.
struct ContentNeeds {
  bool markup = false;
  bool forms = false;
  bool pairs = false;
  /// Page::forms, which no objective needs: whether forms are to be asked is the job's choice.
  bool queries = false;
  /// What files hold (Response::holds): each is looked into before its answer counts.
  bool files = false;

  /// Whether an objective needs something of pages.
  bool any() const { return markup || forms || pairs; }
};

/// Only what the objective needs is filled (Objective::needs).
struct PageContent {
  MarkupCounts markup;
  std::vector<Form> forms;  ///< document order
  /// Distinct pairs of consecutive words of the visible text, as hashes (word_pair_hash),
  /// ascending.
  std::vector<std::uint32_t> pairs;

  bool empty() const { return *this == PageContent{}; }
  bool operator==(const PageContent&) const = default;
};

/// In the encoding of records; read_content() is false on malformed input.
void write_content(ByteWriter& out, const PageContent& content);
bool read_content(ByteReader& in, PageContent& content);

}  // namespace tagtrail
