#include "crawl/left_forms.hpp"

#include <string>

#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostLeft = 10'000;

/// The same on every page.
std::uint64_t hash_of_form(const QueryForm& form) {
  std::string text = form.action.substr(0, form.action.find_first_of("?#"));
  for (const QueryInput& input : form.inputs) text.append("\n").append(input.name);
  return hash_of(text);
}

}  // namespace

void LeftForms::leave(const QueryForm& form, FormKind kind, bool known) {
  const bool search = looks_like_search(form) && (kind != FormKind::empty || form.cut);
  const bool on = !known && kind != FormKind::asks && may_lead_on(form);
  if (!search && !on && !names_file(form)) return;
  auto& left = kind == FormKind::sends ? sending_ : kind == FormKind::acts ? acting_ : unread_;
  const std::uint64_t hash = hash_of_form(form);
  if (left.size() < kMostLeft && !asked_.contains(hash)) left.insert(hash);
}

void LeftForms::leave_choices(const QueryForm& form) {
  constexpr std::uint64_t kChoices = 0x5bd1e995;  // apart from the form itself, which is asked
  if (unread_.size() < kMostLeft) unread_.insert(hash_of_form(form) ^ kChoices);
}

void LeftForms::pass_gate(const QueryForm& form, bool leads_on) {
  const std::uint64_t hash = hash_of_form(form);
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
  for (const auto* hashes : {&sending_, &acting_, &unread_, &asked_, &gates_, &beside_}) {
    out.var(hashes->size());
    for (const std::uint64_t hash : *hashes) out.u64(hash);
  }
}

void LeftForms::load(ByteReader& in) {
  for (auto* hashes : {&sending_, &acting_, &unread_, &asked_, &gates_, &beside_}) {
    for (std::size_t count = in.count(8); count > 0; --count) hashes->insert(in.u64());
  }
}

}  // namespace tagtrail
