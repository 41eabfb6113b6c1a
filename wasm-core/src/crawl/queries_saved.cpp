// What a crawl remembers of forms, in its snapshot.
#include "crawl/queries.hpp"
#include "tagtrail/bytes.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {

void Queries::save(ByteWriter& out) const {
  keywords_.save(out);
  out.var(forms_.size());
  for (const AskedForm& form : forms_) form.save(out);
  const auto save_places = [&out](const std::map<std::uint64_t, Place>& places) {
    out.var(places.size());
    for (const auto& [hash, place] : places) {
      out.u64(hash);
      out.var(place.form);
      out.var(place.query);
    }
  };
  save_places(places_);
  save_places(path_pages_);
  out.var(pages_ahead_.size());
  for (const auto& [hash, form] : pages_ahead_) {
    out.u64(hash);
    out.var(form);
  }
  out.var(waiting_.size());
  for (const Place& place : waiting_) {
    out.var(place.form);
    out.var(place.query);
  }
  out.var(behind_.size());
  for (const UrlId url : sorted_keys(behind_)) {
    out.var(url);
    out.var(behind_.at(url));
  }
  out.var(charsets_.size());
  for (const auto& [name, charset] : charsets_) {
    out.text(name);
    charset->save(out);
  }
  left_.save(out);
  out.var(asked_);
  out.var(pages_behind_);
  out.var(files_behind_);
}

bool Queries::load(ByteReader& in) {
  if (!keywords_.load(in)) return false;
  const std::size_t forms = in.count(8);
  if (forms > kMostForms) return false;
  for (std::uint32_t at = 0; at < forms; ++at) {
    AskedForm& form = forms_.emplace_back();
    if (!form.load(in) || form.page() >= urls_.size()) return false;
    by_identity_.emplace(form.shape().identity(), at);
    by_action_.emplace(form.shape().action, at);
  }
  const auto load_place = [&](Place& place) {
    const std::uint64_t form = in.var();
    const std::uint64_t query = in.var();
    if (form >= forms_.size()) return false;
    place = {static_cast<std::uint32_t>(form), static_cast<std::uint32_t>(query)};
    if (query >= forms_[place.form].queries().size()) return false;
    return true;
  };
  for (auto* places : {&places_, &path_pages_}) {
    for (std::size_t count = in.count(10); count > 0; --count) {
      const std::uint64_t hash = in.u64();
      if (!load_place((*places)[hash])) return false;
    }
  }
  ahead_.resize(forms_.size());
  for (std::size_t count = in.count(9); count > 0; --count) {
    const std::uint64_t hash = in.u64();
    const std::uint64_t named = in.var();
    if (named >= forms_.size()) return false;
    const auto form = static_cast<std::uint32_t>(named);
    if (pages_ahead_.emplace(hash, form).second) ++ahead_[form];
  }
  waiting_.resize(in.count(2));
  if (!std::all_of(waiting_.begin(), waiting_.end(), load_place)) return false;
  for (std::size_t count = in.count(2); count > 0; --count) {
    const std::uint64_t url = in.var();
    const std::uint64_t form = in.var();
    if (url >= urls_.size() || form >= forms_.size()) return false;
    behind_.emplace(static_cast<UrlId>(url), static_cast<std::uint32_t>(form));
  }
  for (std::size_t count = in.count(2); count > 0; --count) {
    const auto charset = charset_of(in.text());
    if (charset == nullptr || !charset->load(in)) return false;
  }
  for (AskedForm& form : forms_) {
    const auto charset = charsets_.find(form.shape().charset_name);
    if (charset != charsets_.end()) form.set_charset(charset->second);
  }
  left_.load(in);
  asked_ = in.var();
  pages_behind_ = in.var();
  files_behind_ = in.var();
  return in.ok();
}

}  // namespace tagtrail
