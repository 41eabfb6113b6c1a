#include "job/recipe.hpp"

#include <system_error>

#include "job/call_fields.hpp"
#include "messaging/json_text.hpp"
#include "store/job_folder.hpp"
#include "system/atomic_file.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostGroups = 1000;
constexpr std::size_t kMaxSite = 253;
constexpr std::size_t kMaxTagPath = 20'000;
constexpr std::size_t kMaxAnchor = 200;
/// As the extension takes it (extension/src/options/recipe_file.ts).
constexpr std::size_t kMostRecipeBytes = 8'000'000;

tl::unexpected<Error> no_recipe(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "recipe: " + what);
}

bool is_address(const std::string& text) {
  return text.find("://") != std::string::npos || text.starts_with("www.") ||
         text.find('@') != std::string::npos;
}

Json group_json(const LinkGroup& group) {
  Json anchors = Json::array();
  for (const std::string& anchor : group.anchors) {
    if (!is_address(anchor)) anchors.push_back(utf8_prefix(anchor, kMaxAnchor));
  }
  return {{"tagPath", group.tag_path},
          {"word", to_string(group.word)},
          {"requests", group.requests},
          {"files", group.files},
          {"anchors", anchors}};
}

Expected<void> read_group(const Json& group, std::vector<Feedback>& taught) {
  if (!group.is_object()) return no_recipe("a group is not an object");
  std::string tag_path;
  std::string word = "neutral";
  std::uint64_t requests = 0;
  std::uint64_t files = 0;
  for (const auto& read :
       {read_text(group, "tagPath", tag_path, kMaxTagPath), read_text(group, "word", word),
        read_number(group, "requests", requests), read_number(group, "files", files)}) {
    if (!read) return no_recipe("group: " + read.error().message);
  }
  if (requests > 0) {
    auto paid = feedback_from_json(
        {{"word", "paid"}, {"tagPath", tag_path}, {"files", files}, {"requests", requests}});
    if (!paid) return no_recipe(paid.error().message);
    taught.push_back(std::move(*paid));
  }
  if (word == to_string(Word::neutral)) return {};
  auto said = feedback_from_json({{"word", word}, {"tagPath", tag_path}});
  if (!said) return no_recipe(said.error().message);
  if (said->word > Word::only) return no_recipe("'" + word + "' is not a word about a group");
  taught.push_back(std::move(*said));
  return {};
}

}  // namespace

Json recipe_json(const Config& config, const JobOptions& options,
                 const std::vector<LinkGroup>& groups) {
  Json known = Json::array();
  for (const LinkGroup& group : groups) {
    const bool worth_telling = group.requests > 0 || group.word != Word::neutral;
    if (!worth_telling || group.tag_path.size() > kMaxTagPath) continue;
    if (known.size() == kRecipeGroups) break;
    known.push_back(group_json(group));
  }
  return {{"tagtrail", "recipe"},
          {"version", kVersion},
          {"site", split_url(config.seed_url).host},
          {"settings",
           {{"policy", config.policy},
            {"objective", config.objective},
            {"markup", config.markup.syntaxes},
            {"targets", config.targets},
            {"scope", config.scope},
            {"files", config.files},
            {"blocklist", config.blocklist},
            {"seed", config.seed},
            {"sitemaps", config.sitemaps},
            {"delayMs", options.delay.count()},
            {"browser", kBrowserChoice.word_of(options.browser)},
            {"robots", options.robots}}},
          {"groups", known}};
}

Expected<std::vector<Feedback>> read_recipe(const Json& recipe) {
  if (!recipe.is_object()) return no_recipe("is not an object");
  std::string kind;
  std::string site;
  std::uint64_t version = 0;
  for (const auto& read : {read_text(recipe, "tagtrail", kind), read_text(recipe, "site", site),
                           read_number(recipe, "version", version)}) {
    if (!read) return no_recipe(read.error().message);
  }
  if (kind != "recipe") return no_recipe("this is not a recipe of Tagtrail");
  if (version != kVersion) {
    return fail(ErrorCode::wrong_version, "this recipe is from another version of Tagtrail");
  }
  if (site.size() > kMaxSite) return no_recipe("the name of the site is too long");
  const auto groups = recipe.find("groups");
  if (groups == recipe.end() || !groups->is_array() || groups->size() > kMostGroups) {
    return no_recipe("'groups' must be a list of at most " + std::to_string(kMostGroups));
  }
  std::vector<Feedback> taught;
  std::vector<std::vector<std::string>> apart;
  for (const Json& group : *groups) {
    TRY(read_group(group, taught));
    auto path = group.value("tagPath", std::string());
    if (!path.empty()) apart.push_back({std::move(path)});
  }
  // They were groups of their own where they were learnt, and stay so, however alike they are.
  if (!taught.empty()) taught.front().shown = std::move(apart);
  return taught;
}

Expected<void> write_recipe(const std::filesystem::path& job, const Config& config,
                            const JobOptions& options, const std::vector<LinkGroup>& groups) {
  const Json recipe = recipe_json(config, options, groups);
  if (recipe.at("groups").empty()) return {};
  auto file = TRY(AtomicFile::create(job / folder::kRecipe, kPrivateFile));
  TRY(file.write(recipe.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  return file.publish();
}

Expected<std::vector<Feedback>> read_recipe_file(const std::filesystem::path& file) {
  std::error_code unreadable;
  const bool is_folder = std::filesystem::is_directory(file, unreadable);
  const auto path = is_folder ? file / folder::kRecipe : file;
  const auto bad = [&path](const std::string& what) {
    return fail(ErrorCode::invalid_argument, path.string() + ": " + what);
  };
  const auto size = std::filesystem::file_size(path, unreadable);
  if (unreadable) {
    return bad(is_folder ? "this job has left no recipe" : "there is no file that can be read");
  }
  if (size > kMostRecipeBytes) return bad("over 8 MB: this is not a recipe of Tagtrail");
  const auto text = read_whole_file(path);
  if (!text) return bad(text.error().message);
  const auto json = parse_json(*text);
  if (!json) return bad(json.error().message);
  auto taught = read_recipe(*json);
  return taught ? std::move(taught) : bad(taught.error().message);
}

}  // namespace tagtrail::host
