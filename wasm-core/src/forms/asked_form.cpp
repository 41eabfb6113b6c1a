#include "forms/asked_form.hpp"

#include <algorithm>
#include <array>

#include "forms/input_names.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostWordBoxes = 2;
/// Fruitless answers in a row that end a template. A word may find nothing where the next finds
/// much. Where the untouched form has listed something, others often show no more than that.
constexpr std::uint32_t kChoiceTries = 5;
constexpr std::uint32_t kWordTries = 8;
constexpr std::uint32_t kTriesBesideList = 3;
constexpr std::uint32_t kNarrowTries = 4;
constexpr std::uint32_t kFruitlessBases = 2;
/// Queries of a template that may wait for their answers, before and after the first ones came.
constexpr std::uint32_t kFirstTogether = 1;
constexpr std::uint32_t kTogether = 4;
constexpr std::uint32_t kFirst = 3;
/// Where a page with this many results or more is as full as any, there may be more of them.
constexpr std::uint32_t kFullPage = 5;
/// A form whose address is wrong, or that only a script can ask, answers so. Some sites answer so
/// where nothing was found.
constexpr std::uint32_t kErrors = 3;
/// Of all lists together, up to which those are asked that no list alone has shown: as many as one
/// list may have values.
constexpr std::uint64_t kMostCombinations = limits::kQueryValues;
/// Answers after which files are expected to have come.
constexpr std::uint32_t kInVain = 30;
constexpr std::uint32_t kPagesInVain = 60;
/// That have to be asked for before a search is known to find nothing else.
constexpr std::uint32_t kEnoughWords = 8;
/// An empty box often lists all; where it does not, these may.
constexpr auto kWildcards = std::to_array<std::string_view>({"*", "%"});

}  // namespace

AskedForm::AskedForm(FormShape shape, std::uint32_t page) : shape_(std::move(shape)), page_(page) {
  add_template({}, false, 0);
}

bool AskedForm::take_choices(const FormShape& again) {
  const auto list = shape_.take_choices(again);
  if (!list) return false;
  for (QueryTemplate& each : templates_) {
    const bool binds =
        std::find(each.inputs.begin(), each.inputs.end(), *list) != each.inputs.end();
    if (binds) each.restart();
  }
  if (templates_.size() > 1 || templates_.front().answered > 0) widen_untouched();
  return true;
}

std::uint64_t AskedForm::key_of(const Bindings& bindings) const {
  std::string text;
  for (const auto& [input, value] : bindings) {
    text.append(std::to_string(input)).append("=").append(value).append("\n");
  }
  return hash_bytes(text.data(), text.size());
}

void AskedForm::add_template(std::vector<std::uint32_t> inputs, bool narrows, std::uint32_t added) {
  std::sort(inputs.begin(), inputs.end());
  const bool known =
      std::any_of(templates_.begin(), templates_.end(),
                  [&](const QueryTemplate& other) { return other.inputs == inputs; });
  if (known || inputs.size() > kMostBound || templates_.size() >= kMostTemplates) return;
  QueryTemplate& made = templates_.emplace_back();
  made.words = std::any_of(inputs.begin(), inputs.end(), [this](std::uint32_t input) {
    return shape_.inputs[input].role == InputRole::words;
  });
  made.inputs = std::move(inputs);
  made.narrows = narrows;
  made.added = added;
  made.tries = tries_of(made);
}

std::uint32_t AskedForm::tries_of(const QueryTemplate& each) const {
  if (each.narrows) return kNarrowTries;
  if (templates_.front().fruitful > 0) return kTriesBesideList;
  return each.words ? kWordTries : kChoiceTries;
}

void AskedForm::shows_results() {
  works_ = true;
  widen_untouched();
}

std::size_t AskedForm::turns() const {
  const auto over = std::count_if(templates_.begin(), templates_.end(),
                                  [](const QueryTemplate& each) { return each.over; });
  return templates_.size() + static_cast<std::size_t>(over);
}

/// The template that binds this input alone, where there is one.
const QueryTemplate* AskedForm::template_of(std::uint32_t input) const {
  const auto at = std::find_if(templates_.begin(), templates_.end(), [&](const auto& each) {
    return each.inputs.size() == 1 && each.inputs.front() == input;
  });
  return at == templates_.end() ? nullptr : &*at;
}

/// When all that it narrows has been asked, and what its list shows alone is known.
bool AskedForm::may_narrow(const QueryTemplate& each) const {
  const auto is_done = [](const QueryTemplate& other) {
    return other.over && other.answered >= other.asked;
  };
  std::vector<std::uint32_t> inputs = each.inputs;
  std::erase(inputs, each.added);
  const QueryTemplate* alone = template_of(each.added);
  if (combinations() <= kMostCombinations && alone != nullptr && !is_done(*alone)) return false;
  return std::any_of(templates_.begin(), templates_.end(), [&](const QueryTemplate& other) {
    return other.inputs == inputs && is_done(other);
  });
}

/// Of all its lists.
std::uint64_t AskedForm::combinations() const {
  std::uint64_t count = 1;
  for (const FormInput& input : shape_.inputs) {
    if (input.role != InputRole::choice || input.values.empty()) continue;
    count = std::min<std::uint64_t>(count * (input.values.size() + 1), kMostCombinations + 1);
  }
  return count;
}

/// The templates that are not over and have room, the best first.
std::vector<std::uint32_t> AskedForm::ready_templates() const {
  std::vector<std::uint32_t> ready;
  if (queries_.size() >= kMostQueries) return ready;
  for (std::uint32_t i = 0; i < templates_.size(); ++i) {
    const QueryTemplate& each = templates_[i];
    const std::uint32_t together = each.answered < kFirst ? kFirstTogether : kTogether;
    if (each.over || each.asked - std::min(each.asked, each.answered) >= together) continue;
    if (each.narrows && !may_narrow(each)) continue;
    ready.push_back(i);
  }
  std::stable_sort(ready.begin(), ready.end(), [this](std::uint32_t a, std::uint32_t b) {
    return templates_[a].rate() > templates_[b].rate();
  });
  return ready;
}

std::optional<Bindings> AskedForm::next(std::uint32_t of, const Keywords& words) {
  QueryTemplate& each = templates_[of];
  std::optional<Bindings> bindings;
  if (each.over) return bindings;
  if (each.narrows) {
    bindings = next_narrower(of);
  } else if (each.inputs.empty()) {
    if (each.cursor++ == 0) bindings = Bindings{};
  } else if (each.words) {
    bindings = next_words(each, words);
  } else {
    bindings = next_choice(each);
  }
  if (!bindings) each.exhausted = !each.words && each.fruitless_bases < kFruitlessBases;
  each.over = each.over || !bindings;
  return bindings;
}

std::optional<Bindings> AskedForm::next_words(QueryTemplate& of, const Keywords& words) {
  const std::uint32_t box = of.inputs.front();
  // What the untouched form has shown is all that an empty box shows.
  const bool lists = !templates_.front().results.empty() && templates_.front().fruitful > 0;
  // A site that answers those with an error may still know a word.
  if (!lists && (failed_ == 0 || works_) && of.cursor < kWildcards.size()) {
    return Bindings{{box, std::string(kWildcards[static_cast<std::size_t>(of.cursor++)])}};
  }
  const auto word = words.best(used_words_);
  if (!word) return std::nullopt;
  used_words_.resize(std::max<std::size_t>(used_words_.size(), *word + 1));
  used_words_[*word] = true;
  return Bindings{{box, std::string(words.word(*word))}};
}

std::optional<Bindings> AskedForm::next_choice(QueryTemplate& of) const {
  std::uint64_t count = 1;
  for (const std::uint32_t input : of.inputs) count *= shape_.inputs[input].values.size();
  if (of.cursor >= count) return std::nullopt;
  std::uint64_t at = spread(of.cursor++, count);
  Bindings bindings;
  for (const std::uint32_t input : of.inputs) {
    const auto& values = shape_.inputs[input].values;
    bindings.emplace_back(input, values[static_cast<std::size_t>(at % values.size())]);
    at /= values.size();
  }
  return bindings;
}

/// There may be more of them than are shown.
bool AskedForm::is_large(const AskedQuery& query) const {
  return query.answered && (query.pages || (query.results >= largest_ && largest_ >= kFullPage));
}

/// Whether a query that does not bind a list may show more with another value of it: because there
/// is more than it shows, or because the list chooses among parts as it stands. The latter is so
/// where it alone has shown what the untouched form, which showed all that it had, did not; or,
/// where files themselves are the answers, perhaps, if the untouched form had none.
bool AskedForm::is_worth_narrowing(const AskedQuery& query, std::uint32_t added) const {
  if (is_large(query)) return true;
  if (!query.answered || combinations() > kMostCombinations) return false;
  const auto untouched = known_.find(key_of({}));
  const QueryTemplate* alone = template_of(added);
  if (untouched == known_.end() || alone == nullptr) return false;
  const AskedQuery& first = queries_[untouched->second];
  if (shape_.inputs[added].preset.empty() || !first.answered || is_large(first)) return false;
  return alone->fruitful > 0 || (first.results == 0 && files_ > 0 && query.results == 1);
}

/// The largest results that were not narrowed yet, of queries that bind all but one. Where two of
/// them have brought nothing, smaller ones will not.
bool AskedForm::take_base(QueryTemplate& of) const {
  if (!of.bases.empty()) of.fruitless_bases = of.base_brought ? 0 : of.fruitless_bases + 1;
  if (of.fruitless_bases >= kFruitlessBases) return false;
  std::vector<std::uint32_t> inputs = of.inputs;
  std::erase(inputs, of.added);
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < queries_.size(); ++i) {
    const AskedQuery& query = queries_[i];
    if (templates_[query.of].inputs != inputs || of.bases.contains(i)) continue;
    if (!is_worth_narrowing(query, of.added)) continue;
    if (!best || query.results > queries_[*best].results) best = i;
  }
  if (!best) return false;
  of.bases.insert(*best);
  of.base = *best;
  of.base_brought = false;
  of.in_a_row = 0;
  of.cursor = 0;
  return true;
}

std::optional<Bindings> AskedForm::next_narrower(std::uint32_t of) {
  QueryTemplate& each = templates_[of];
  const auto& values = shape_.inputs[each.added].values;
  const bool done =
      each.bases.empty() || each.cursor >= values.size() || each.in_a_row >= each.tries;
  if (done && !take_base(each)) return std::nullopt;
  Bindings bindings = queries_[each.base].bindings;
  const std::uint64_t at = spread(each.cursor++, values.size());
  bindings.emplace_back(each.added, values[static_cast<std::size_t>(at)]);
  std::sort(bindings.begin(), bindings.end());
  return bindings;
}

/// Nothing when it is known, or no address can ask it.
std::optional<std::uint32_t> AskedForm::add(std::uint32_t of, Bindings bindings, bool released) {
  const std::uint64_t key = key_of(bindings);
  if (known_.contains(key) || queries_.size() >= kMostQueries) return std::nullopt;
  auto url = canonical_url(query_address(shape_, bindings));
  if (!url) return std::nullopt;
  const auto query = static_cast<std::uint32_t>(queries_.size());
  queries_.push_back(
      {.of = of, .bindings = std::move(bindings), .url = std::move(*url), .released = released});
  known_.emplace(key, query);
  if (released) ++templates_[of].asked;
  return query;
}

void AskedForm::skip(std::uint32_t query) {
  AskedQuery& known = queries_[query];
  known.answered = true;
  known.released = false;
  --templates_[known.of].asked;
}

std::optional<std::uint32_t> AskedForm::adopt(const Bindings& bindings, std::string_view url) {
  std::vector<std::uint32_t> inputs;
  for (const auto& bound : bindings) inputs.push_back(bound.first);
  for (std::uint32_t of = 0; of < templates_.size(); ++of) {
    if (templates_[of].inputs != inputs) continue;
    const auto query = add(of, bindings, false);
    if (query) queries_[*query].url = url;
    return query;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> AskedForm::find(const Bindings& bindings) const {
  const auto known = known_.find(key_of(bindings));
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

void AskedForm::answered(std::uint32_t query, bool brought, std::uint64_t signature,
                         std::uint32_t results) {
  AskedQuery& asked = queries_[query];
  QueryTemplate& of = templates_[asked.of];
  if (asked.answered && !asked.provisional) return;
  if (asked.provisional) of.take_back();
  asked.provisional = false;
  asked.answered = true;
  asked.results = results;
  if (!asked.released) ++of.asked;
  ++answers_;
  works_ = works_ || results > 0;
  largest_ = std::max(largest_, results);
  of.note(brought, signature);
  for (QueryTemplate& each : templates_) {
    if (each.answered == 0) each.tries = tries_of(each);
  }
  widen(asked.of);
}

void AskedForm::redirected(std::uint32_t query) {
  if (queries_[query].answered) return;
  answered(query, false, 0, 0);
  queries_[query].provisional = true;
}

void AskedForm::failed(std::uint32_t query) {
  if (queries_[query].answered) return;
  answered(query, false, 0, 0);
  if (++failed_ >= kErrors && !works_) close();
}

void AskedForm::brought_file() {
  ++files_;
  answers_before_file_ = answers_;
  pages_before_file_ = pages_;
}

bool AskedForm::is_in_vain() const {
  return answers_ - answers_before_file_ >= kInVain + answers_before_file_;
}

bool AskedForm::has_pages_in_vain() const {
  return pages_ - pages_before_file_ >= kPagesInVain + pages_before_file_;
}

/// More of them than are asked, though each of two lists has shown something alone.
bool AskedForm::leaves_combinations() const {
  if (combinations() <= kMostCombinations) return false;
  const auto untouched = known_.find(key_of({}));
  if (untouched == known_.end() || is_large(queries_[untouched->second])) return false;
  return std::count_if(templates_.begin(), templates_.end(), [this](const QueryTemplate& each) {
           return each.inputs.size() == 1 && each.fruitful > 0 && !each.words &&
                  !shape_.inputs[each.inputs.front()].preset.empty();
         }) > 1;
}

bool AskedForm::may_hold_more() const {
  const auto more_in = [](const QueryTemplate& each) {
    const bool in_vain = each.over && each.fruitful == 0;
    // The search of a site that finds what its links lead to, word after word, finds nothing else.
    const bool searched = each.words && each.informative() && each.answered >= kEnoughWords;
    const bool asked = each.exhausted || (in_vain && (each.narrows || searched));
    return !each.inputs.empty() && !asked;
  };
  const auto lists = std::count_if(shape_.inputs.begin(), shape_.inputs.end(), [](const auto& one) {
    return one.role == InputRole::choice && !one.values.empty();
  });
  const bool untouched = templates_.front().answered == 0;
  const bool untried = lists > 1 && !tried_all_ && !is_fruitful();
  // A field with something in it, of which nobody knows what else may be.
  const bool unknown = shape_.open && is_fruitful();
  return untouched || untried || unknown || leaves_combinations() || cut_ || shape_.cut ||
         queries_.size() >= kMostQueries ||
         std::any_of(templates_.begin(), templates_.end(), more_in);
}

void AskedForm::went_on(std::uint32_t query, bool brought, std::uint32_t results) {
  ++pages_;
  queries_[query].results += results;
  if (brought) templates_[queries_[query].of].in_a_row = 0;
}

/// From the untouched form to each input; from what is informative and brought something to what
/// narrows it by one list more.
void AskedForm::widen(std::uint32_t from) {
  if (templates_[from].inputs.empty()) return widen_untouched();
  if (templates_[from].fruitful == 0 || !templates_[from].informative()) return;
  const std::vector<std::uint32_t> bound = templates_[from].inputs;
  for (std::uint32_t i = 0; i < shape_.inputs.size(); ++i) {
    const FormInput& input = shape_.inputs[i];
    const bool taken = std::find(bound.begin(), bound.end(), i) != bound.end();
    if (taken || input.role != InputRole::choice || input.values.empty()) continue;
    std::vector<std::uint32_t> wider = bound;
    wider.push_back(i);
    add_template(std::move(wider), true, i);
  }
}

void AskedForm::widen_untouched() {
  std::vector<std::uint32_t> boxes;
  for (std::uint32_t i = 0; i < shape_.inputs.size(); ++i) {
    const FormInput& input = shape_.inputs[i];
    if (input.role == InputRole::words) boxes.push_back(i);
    if (input.role == InputRole::choice && !input.values.empty()) add_template({i}, false, 0);
  }
  std::stable_sort(boxes.begin(), boxes.end(), [this](std::uint32_t a, std::uint32_t b) {
    return names_search_words(shape_.inputs[a].name) > names_search_words(shape_.inputs[b].name);
  });
  boxes.resize(std::min(boxes.size(), kMostWordBoxes));
  for (const std::uint32_t box : boxes) add_template({box}, false, 0);
}

/// Where no input alone has shown anything, the site may want all of its lists to be set.
void AskedForm::try_all_at_once() {
  if (tried_all_ || templates_.front().answered == 0 || is_fruitful()) return;
  std::vector<std::uint32_t> lists;
  for (std::uint32_t i = 0; i < shape_.inputs.size(); ++i) {
    const FormInput& input = shape_.inputs[i];
    if (input.role == InputRole::choice && !input.values.empty()) lists.push_back(i);
  }
  const bool all_over = std::all_of(templates_.begin(), templates_.end(), [](const auto& each) {
    return each.over || each.inputs.empty();
  });
  if (!all_over || lists.size() < 2 || lists.size() > kMostBound) return;
  tried_all_ = true;
  add_template(std::move(lists), false, 0);
}

void AskedForm::close() {
  for (QueryTemplate& each : templates_) each.over = true;
  cut_ = true;
}

bool AskedForm::is_fruitful() const {
  return std::any_of(templates_.begin(), templates_.end(),
                     [](const QueryTemplate& each) { return each.fruitful > 0; });
}

}  // namespace tagtrail
