#include "options/ache_model_file.hpp"

#include <nlohmann/json.hpp>
#include <system_error>

#include "system/whole_file.hpp"
#include "tagtrail/training.hpp"

namespace tagtrail::host {
namespace {

/// Written for people, it has white space that a configuration has not.
constexpr std::size_t kMostBytes = 1024UL * 1024;

}  // namespace

Expected<std::string> read_ache_model(const std::filesystem::path& file) {
  const auto bad = [&](const std::string& what) {
    return fail(ErrorCode::invalid_argument, file.string() + ": " + what);
  };
  std::error_code unreadable;
  const auto size = std::filesystem::file_size(file, unreadable);
  if (unreadable) return bad("no file that can be read; `tagtrail train` makes one");
  if (size > kMostBytes) return bad("more than 1 MiB, so no model of `tagtrail train`");
  const auto text = read_whole_file(file);
  if (!text) return bad(text.error().message);
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (json.is_discarded()) return bad("no JSON; `tagtrail train` makes a model");
  std::string model = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const auto checked = check_ache_model(model);
  if (!checked) return bad(checked.error().message);
  return model;
}

}  // namespace tagtrail::host
