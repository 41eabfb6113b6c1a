#include "fetch/robots_memory.hpp"

#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// Of what is escaped each byte may take six.
constexpr std::size_t kMostFileBytes = 2U << 20U;

std::optional<RobotsText> text_of(const Json& json) {
  const bool has_form = json.is_object() && json.value("origin", Json()).is_string() &&
                        json.value("status", Json()).is_number_integer() &&
                        json.value("text", Json()).is_string() &&
                        json.value("readMs", Json()).is_number_integer();
  if (!has_form) return std::nullopt;
  return RobotsText{json["origin"], json["status"], json["text"], json["readMs"]};
}

}  // namespace

std::vector<RobotsText> read_robots_file(const std::filesystem::path& file) {
  std::vector<RobotsText> texts;
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size > kMostFileBytes) return texts;
  const auto whole = read_whole_file(file);
  if (!whole) return texts;
  const Json list = Json::parse(*whole, nullptr, /*allow_exceptions=*/false);
  if (!list.is_array()) return texts;
  for (const Json& json : list) {
    if (texts.size() >= kMostRobotsTexts) break;
    if (auto text = text_of(json)) texts.push_back(std::move(*text));
  }
  return texts;
}

Expected<void> write_robots_file(const std::filesystem::path& file,
                                 const std::vector<RobotsText>& texts) {
  Json list = Json::array();
  for (const RobotsText& one : texts) {
    list.push_back({{"origin", one.origin},
                    {"status", one.status},
                    {"text", one.text},
                    {"readMs", one.read_ms}});
  }
  auto out = TRY(AtomicFile::create(file, kPrivateFile));
  TRY(out.write(list.dump(-1, ' ', false, Json::error_handler_t::replace)));
  return out.put_in_place();
}

RobotsMemory::RobotsMemory(std::filesystem::path file) : file_(std::move(file)) {
  if (file_.empty()) return;
  for (RobotsText& one : read_robots_file(file_)) {
    if (bytes_ + one.text.size() > kMostRobotsBytes) continue;
    bytes_ += one.text.size();
    texts_.try_emplace(one.origin, one);
  }
}

const RobotsText* RobotsMemory::find(const std::string& origin, std::int64_t now_ms,
                                     std::int64_t most_ms) const {
  const auto found = texts_.find(origin);
  if (found == texts_.end()) return nullptr;
  const std::int64_t age = now_ms - found->second.read_ms;
  return age >= 0 && age < most_ms ? &found->second : nullptr;
}

void RobotsMemory::keep(RobotsText text) {
  if (file_.empty()) return;
  if (const auto before = texts_.find(text.origin); before != texts_.end()) {
    bytes_ -= before->second.text.size();
    texts_.erase(before);
  }
  if (texts_.size() < kMostRobotsTexts && bytes_ + text.text.size() <= kMostRobotsBytes) {
    bytes_ += text.text.size();
    texts_.try_emplace(text.origin, text);
  }
  std::vector<RobotsText> all;
  for (const auto& [origin, one] : texts_) all.push_back(one);
  (void)write_robots_file(file_, all);
}

}  // namespace tagtrail::host
