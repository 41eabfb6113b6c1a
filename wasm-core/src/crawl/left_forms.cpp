#include "crawl/left_forms.hpp"

#include <algorithm>
#include <string>

#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostLeft = 10'000;
/// Of a form; what stands on more of them is for no single table.
constexpr std::size_t kMostPages = 20;

/// The same on every page.
std::uint64_t hash_of_form(const QueryForm& form) {
  std::string text = form.action.substr(0, form.action.find_first_of("?#"));
  for (const QueryInput& input : form.inputs) text.append("\n").append(input.name);
  return hash_of(text);
}

/// Host and last segment: a table has the same name where its pages are and where it is asked.
std::uint64_t hash_of_name(std::string_view url) {
  std::string_view path = split_url(url).path;
  while (path.ends_with('/')) path.remove_suffix(1);
  return hash_of(origin_of(url).append(path.substr(std::min(path.rfind('/'), path.size()))));
}

}  // namespace

void LeftForms::leave(const QueryForm& form, FormKind kind, bool known, std::string_view page) {
  const bool search = looks_like_search(form) && (kind != FormKind::empty || form.cut);
  const bool on = !known && kind != FormKind::asks && may_lead_on(form);
  if (!search && !on && !names_file(form)) return;
  auto& left = kind == FormKind::sends ? sending_ : kind == FormKind::acts ? acting_ : unread_;
  const std::uint64_t hash = hash_of_form(form);
  if (left.size() < kMostLeft && !asked_.contains(hash)) left.insert(hash);
  if (kind == FormKind::sends) stands_on(hash, page);
}

void LeftForms::stands_on(std::uint64_t form, std::string_view page) {
  if (pages_.size() >= 2 * kMostLeft) return;
  const auto [names, is_new] = pages_.try_emplace(form);
  if (!is_new && names->second.empty()) return;
  names->second.insert(hash_of_name(page));
  if (names->second.size() > kMostPages) names->second.clear();
}

void LeftForms::table_came(std::string_view table) {
  if (tables_.size() < kMostLeft) tables_.insert(hash_of_name(table));
}

bool LeftForms::shows_table(std::uint64_t form) const {
  const auto names = pages_.find(form);
  return names != pages_.end() && !names->second.empty() &&
         std::all_of(names->second.begin(), names->second.end(),
                     [this](std::uint64_t name) { return tables_.contains(name); });
}

std::size_t LeftForms::sending() const {
  std::size_t count = 0;
  for (const auto* forms : {&sending_, &gates_}) {
    for (const std::uint64_t form : *forms) count += shows_table(form) ? 0 : 1;
  }
  return count;
}

void LeftForms::leave_choices(const QueryForm& form) {
  constexpr std::uint64_t kChoices = 0x5bd1e995;  // apart from the form itself, which is asked
  if (unread_.size() < kMostLeft) unread_.insert(hash_of_form(form) ^ kChoices);
}

void LeftForms::pass_gate(const QueryForm& form, bool leads_on, std::string_view page) {
  const std::uint64_t hash = hash_of_form(form);
  stands_on(hash, page);
  if (leads_on) {
    gates_.erase(hash);
    if (beside_.size() < kMostLeft) beside_.insert(hash);
  } else if (gates_.size() < kMostLeft && !beside_.contains(hash)) {
    gates_.insert(hash);
  }
}

void LeftForms::ask(const QueryForm& form) {
  const std::uint64_t hash = hash_of_form(form);
  asked_.insert(hash);
  unread_.erase(hash);
}

void LeftForms::save(ByteWriter& out) const {
  const auto save_all = [&out](const std::set<std::uint64_t>& hashes) {
    out.var(hashes.size());
    for (const std::uint64_t hash : hashes) out.u64(hash);
  };
  for (const auto* hashes : {&sending_, &acting_, &unread_, &asked_, &gates_, &beside_, &tables_}) {
    save_all(*hashes);
  }
  out.var(pages_.size());
  for (const auto& [form, names] : pages_) {
    out.u64(form);
    save_all(names);
  }
}

void LeftForms::load(ByteReader& in) {
  const auto load_all = [&in](std::set<std::uint64_t>& hashes) {
    for (std::size_t count = in.count(8); count > 0; --count) hashes.insert(in.u64());
  };
  for (auto* hashes : {&sending_, &acting_, &unread_, &asked_, &gates_, &beside_, &tables_}) {
    load_all(*hashes);
  }
  for (std::size_t count = in.count(9); count > 0; --count) load_all(pages_[in.u64()]);
}

}  // namespace tagtrail
