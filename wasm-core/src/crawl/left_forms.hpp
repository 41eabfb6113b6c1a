// Forms that look like searches and are not asked, to be told of at the end of a run: each once,
// whatever number of pages has it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "forms/form_shape.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail {

class LeftForms {
 public:
  /// It is not asked, for what it is; one that would be (FormKind::asks) for want of room.
  /// `known`: as it stands it leads to what is known. `page`: canonical key of where it stands.
  void leave(const QueryForm& form, FormKind kind, bool known, std::string_view page);
  /// One that is asked as another page has it offers more here: that is not asked.
  void leave_choices(const QueryForm& form);
  /// One by POST that asks for consent, or to go on: counted where each page that has it leads
  /// nowhere else, so that what is behind it is not seen. `leads_on`: this one does.
  void pass_gate(const QueryForm& form, bool leads_on, std::string_view page);
  /// The data of that table came by a query (tagtrail/table_query.hpp): what forms by POST on pages
  /// of its name lead to is had.
  void table_came(std::string_view table);
  /// It is asked. A page that has only the names of its inputs says nothing more.
  void ask(const QueryForm& form);

  std::size_t sending() const;
  std::size_t acting() const { return acting_.size(); }
  /// Not all of them is known, or there are too many.
  std::size_t unread() const { return unread_.size(); }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  void stands_on(std::uint64_t form, std::string_view page);
  bool shows_table(std::uint64_t form) const;

  std::set<std::uint64_t> sending_;
  std::set<std::uint64_t> acting_;
  std::set<std::uint64_t> unread_;
  std::set<std::uint64_t> asked_;
  std::set<std::uint64_t> gates_;
  std::set<std::uint64_t> beside_;  ///< like gates, on pages that lead on
  /// Of a form by POST, the names of pages that have it; none: too many.
  std::map<std::uint64_t, std::set<std::uint64_t>> pages_;
  std::set<std::uint64_t> tables_;  ///< names of those whose data came
};

}  // namespace tagtrail
