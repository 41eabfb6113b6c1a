// What is remembered of a form that is asked, in a snapshot.
#include <algorithm>

#include "forms/asked_form.hpp"

namespace tagtrail {

void AskedForm::save(ByteWriter& out) const {
  save_shape(out, shape_);
  out.var(page_);
  out.boolean(works_);
  out.boolean(tried_all_);
  out.boolean(from_one_);
  out.var(largest_);
  out.var(failed_);
  out.var(files_);
  for (const std::uint32_t count : {answers_, pages_, answers_before_file_, pages_before_file_}) {
    out.var(count);
  }
  out.boolean(cut_);
  out.var(templates_.size());
  for (const QueryTemplate& each : templates_) each.save(out);
  out.var(queries_.size());
  for (const AskedQuery& query : queries_) {
    out.var(query.of);
    out.var(query.bindings.size());
    for (const auto& [input, value] : query.bindings) {
      out.var(input);
      out.text(value);
    }
    out.text(query.url);
    out.boolean(query.released);
    out.boolean(query.answered);
    out.boolean(query.provisional);
    out.boolean(query.pages);
    out.var(query.results);
  }
  out.var(used_words_.size());
  for (const bool used : used_words_) out.boolean(used);
}

bool AskedForm::load(ByteReader& in) {
  if (!load_shape(in, shape_)) return false;
  page_ = static_cast<std::uint32_t>(in.var());
  works_ = in.boolean();
  tried_all_ = in.boolean();
  from_one_ = in.boolean();
  largest_ = static_cast<std::uint32_t>(in.var());
  failed_ = static_cast<std::uint32_t>(in.var());
  files_ = in.var();
  for (auto* count : {&answers_, &pages_, &answers_before_file_, &pages_before_file_}) {
    *count = static_cast<std::uint32_t>(in.var());
  }
  cut_ = in.boolean();
  const auto known_input = [this](std::uint64_t input) { return input < shape_.inputs.size(); };
  const std::size_t templates = in.count(14);
  if (templates == 0 || templates > kMostTemplates) return false;
  for (std::size_t i = 0; i < templates; ++i) {
    QueryTemplate& each = templates_.emplace_back();
    if (!each.load(in) || !std::all_of(each.inputs.begin(), each.inputs.end(), known_input) ||
        (each.narrows && (!known_input(each.added) || shape_.inputs[each.added].values.empty()))) {
      return false;
    }
  }
  const std::size_t queries = in.count(8);
  if (queries > kMostQueries) return false;
  for (std::size_t i = 0; i < queries; ++i) {
    AskedQuery& query = queries_.emplace_back();
    const std::uint64_t of = in.var();
    const std::size_t bound = in.count(2);
    if (of >= templates || bound > kMostBound) return false;
    query.of = static_cast<std::uint32_t>(of);
    for (std::size_t at = 0; at < bound; ++at) {
      const std::uint64_t input = in.var();
      if (!known_input(input)) return false;
      query.bindings.emplace_back(static_cast<std::uint32_t>(input), in.text());
    }
    query.url = in.text();
    query.released = in.boolean();
    query.answered = in.boolean();
    query.provisional = in.boolean();
    query.pages = in.boolean();
    query.results = static_cast<std::uint32_t>(in.var());
    known_.emplace(key_of(query.bindings), static_cast<std::uint32_t>(i));
  }
  for (const QueryTemplate& each : templates_) {
    if (!each.bases.empty() && each.base >= queries_.size()) return false;
  }
  const std::size_t words = in.count();
  if (words > Keywords::kMost) return false;
  for (std::size_t i = 0; i < words; ++i) used_words_.push_back(in.boolean());
  return in.ok();
}

}  // namespace tagtrail
