#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "tagtrail.h"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/page_json.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define TAGTRAIL_EXPORT EMSCRIPTEN_KEEPALIVE
#else
#define TAGTRAIL_EXPORT
#endif

namespace {

using namespace tagtrail;
using Json = nlohmann::json;

struct Module {
  std::map<std::uint32_t, std::unique_ptr<Engine>> engines;
  std::uint32_t last_handle = 0;
  // The last call's result: one of them, the other is empty.
  std::string text;
  Bytes bytes;
};

Module& module() {
  static Module only;
  return only;
}

int32_t succeed(Bytes bytes) {
  module().text.clear();
  module().bytes = std::move(bytes);
  return 0;
}

int32_t succeed(const Json& json) {
  module().bytes.clear();
  // Text from pages may hold anything; what is not UTF-8 is replaced, not thrown at.
  module().text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return 0;
}

int32_t give_up(const Error& error) {
  succeed(Json{{"code", to_string(error.code)}, {"message", error.message}});
  return 1;
}

template <typename T>
int32_t end(Expected<T> result) {
  return result ? succeed(std::move(*result)) : give_up(result.error());
}

/// Calls `use` with the engine behind a handle; its result, an Expected, is the call's.
template <typename Use>
int32_t with(std::uint32_t handle, Use use) {
  const auto found = module().engines.find(handle);
  if (found != module().engines.end()) return end(use(*found->second));
  return give_up({ErrorCode::not_found, "no engine " + std::to_string(handle)});
}

Expected<Json> keep(Expected<std::unique_ptr<Engine>> made) {
  auto engine = TRY(std::move(made));
  module().engines.emplace(++module().last_handle, std::move(engine));
  return Json{{"handle", module().last_handle}};
}

Json json_of(const uint8_t* text, uint32_t size) {
  return Json::parse(text, text + size, nullptr, false);
}

Expected<Json> progress_of(const Engine& engine) { return progress_to_json(engine.progress()); }

template <typename List, typename ToJson>
Expected<Json> list_of(const char* name, const List& list, ToJson to_json) {
  Json items = Json::array();
  for (const auto& item : list) items.push_back(to_json(item));
  return Json{{name, std::move(items)}};
}

}  // namespace

extern "C" {

TAGTRAIL_EXPORT uint32_t tagtrail_abi_version(void) { return 5; }

TAGTRAIL_EXPORT uint8_t* tagtrail_alloc(uint32_t size) {
  return static_cast<uint8_t*>(std::malloc(size == 0 ? 1 : size));
}

TAGTRAIL_EXPORT void tagtrail_free(uint8_t* memory) { std::free(memory); }

TAGTRAIL_EXPORT const uint8_t* tagtrail_result_data(void) {
  const Module& own = module();
  return own.text.empty() ? own.bytes.data() : reinterpret_cast<const uint8_t*>(own.text.data());
}

TAGTRAIL_EXPORT uint32_t tagtrail_result_size(void) {
  return static_cast<uint32_t>(module().text.size() + module().bytes.size());
}

TAGTRAIL_EXPORT int32_t tagtrail_create(const uint8_t* config_json, uint32_t size) {
  const std::string_view text(reinterpret_cast<const char*>(config_json), size);
  return end(config_from_json(text).and_then(
      [](const Config& config) { return keep(Engine::create(config)); }));
}

TAGTRAIL_EXPORT int32_t tagtrail_restore(const uint8_t* snapshot, uint32_t size) {
  auto made = keep(Engine::restore(snapshot, size));
  if (made) (*made)["progress"] = *progress_of(*module().engines.rbegin()->second);
  return end(std::move(made));
}

TAGTRAIL_EXPORT int32_t tagtrail_deliver(uint32_t handle, const uint8_t* record, uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    auto response = TRY(decode_response(record, size));
    return judgement_to_json(TRY(engine.deliver(std::move(response))));
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_next(uint32_t handle) {
  return with(handle, [](Engine& engine) -> Expected<Json> {
    Json decision = decision_to_json(engine.next());
    return Json{{"decision", std::move(decision)}, {"progress", *progress_of(engine)}};
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_progress(uint32_t handle, uint32_t whole) {
  return with(handle, [whole](const Engine& engine) -> Expected<Json> {
    return progress_to_json(engine.progress(whole != 0));
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_snapshot(uint32_t handle) {
  return with(handle, [](Engine& engine) { return Expected<Bytes>(engine.snapshot()); });
}

TAGTRAIL_EXPORT int32_t tagtrail_teach(uint32_t handle, const uint8_t* feedback_json,
                                       uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    const auto feedback = TRY(feedback_from_json(json_of(feedback_json, size)));
    TRY(engine.teach(feedback));
    return progress_of(engine);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_groups(uint32_t handle, uint32_t limit) {
  return with(handle, [&](Engine& engine) {
    return list_of("groups", engine.link_groups(limit), link_group_to_json);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_acting(uint32_t handle, uint32_t from, uint32_t limit) {
  return with(handle, [&](Engine& engine) {
    return list_of("links", engine.acting_links(from, limit), acting_link_to_json);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_set_budget(uint32_t handle, const uint8_t* budget_json,
                                            uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    engine.set_budget(TRY(budget_from_json(json_of(budget_json, size))));
    return progress_of(engine);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_revisit(uint32_t handle, const uint8_t* budget_json,
                                         uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    engine.revisit(TRY(budget_from_json(json_of(budget_json, size))));
    return progress_of(engine);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_observe(uint32_t handle, const uint8_t* page_json, uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    auto seen = TRY(seen_page_from_json(json_of(page_json, size)));
    seen.response.page = std::move(seen.content.page);
    TRY(engine.observe(std::move(seen.response)));
    return progress_of(engine);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_look(uint32_t handle, const uint8_t* page_json, uint32_t size) {
  return with(handle, [&](Engine& engine) -> Expected<Json> {
    const auto seen = TRY(seen_page_from_json(json_of(page_json, size)));
    const auto look = TRY(engine.look(seen.content.page, seen.response.final_url));
    return look_to_json(look, seen.content);
  });
}

TAGTRAIL_EXPORT int32_t tagtrail_close(uint32_t handle) {
  const int32_t known = with(handle, [](Engine&) { return Expected<Json>(Json::object()); });
  module().engines.erase(handle);
  return known;
}

}  // extern "C"
