// What the extension may ask for when it starts a job: typed, bounded, and inside the job root.
#include "job/asked_job.hpp"
#include "job/hosted_job.hpp"
#include "job/recipe.hpp"
#include "options/option.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Files of one page that are to be collected come as a word each.
constexpr std::size_t kMostFeedback = 10'000;

tl::unexpected<Error> bad(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "job.start: " + what);
}

/// A name without separators or leading dot, so that it stays below the root.
bool is_plain_name(const std::string& name) {
  if (name.empty() || name.size() > 100 || name.front() == '.') return false;
  return name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
         std::string::npos;
}

std::string default_name(const std::string& url) {
  std::string name;
  for (const char c : split_url(url).host) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    name.push_back(plain ? c : '-');
  }
  return name.empty() || name.front() == '.' ? "job" + name : name;
}

Expected<std::vector<Feedback>> read_words(const Json& message) {
  std::vector<Feedback> words;
  if (const auto recipe = message.find("recipe"); recipe != message.end() && !recipe->is_null()) {
    words = TRY(read_recipe(*recipe));
  }
  const auto given = message.find("feedback");
  if (given == message.end()) return words;
  if (!given->is_array() || given->size() > kMostFeedback) {
    return bad("'feedback' must be a list of at most " + std::to_string(kMostFeedback));
  }
  for (const Json& item : *given) {
    if (!item.is_object()) return bad("'feedback' must be a list of objects");
    words.push_back(TRY(feedback_from_json(item)));
  }
  return words;
}

}  // namespace

Expected<HostedJob> read_job_start(const Json& message, const std::filesystem::path& root) {
  const auto url = message.find("url");
  if (url == message.end() || !url->is_string()) return bad("'url' is missing");
  // The panel gives the address of a page as the browser has it.
  const auto key = TRY(canonical_url(url->get_ref<const std::string&>()));
  const Json options = message.value("options", Json::object());
  if (!options.is_object()) return bad("'options' must be an object");
  JobRequest request;
  request.out = default_name(key);
  if (const auto read = set_options(options, request); !read) return bad(read.error().message);
  if (!is_plain_name(request.out)) return bad("'dir' must be a plain name");
  if (request.delay_ms > kMaxDelayMs) return bad("'delayMs' is over an hour");
  auto asked = asked_job(request, key);
  if (!asked) return bad(asked.error().message);
  TRY(validate(asked->config));
  HostedJob job;
  job.dir = root / request.out;
  job.dir_named = request.given.contains("--out");
  job.config = std::move(asked->config);
  job.named = std::move(asked->named);
  job.options = std::move(asked->options);
  job.revisit = request.revisit;
  job.feedback = TRY(read_words(message));
  return job;
}

}  // namespace tagtrail::host
