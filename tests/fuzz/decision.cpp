// Decisions from the extension's engine, and configurations for it.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tagtrail/config.hpp"
#include "tagtrail/decision_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_discarded()) {
    if (const auto decision = decision_from_json(json)) {
      if (!decision_from_json(decision_to_json(*decision))) std::abort();
    }
    judgement_from_json(json);
    progress_from_json(json);
  }
  const auto config = config_from_json(text);
  if (config && !config_from_json(config_to_json(*config))) std::abort();
  return 0;
}
