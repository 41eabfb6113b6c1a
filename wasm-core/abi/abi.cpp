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

using tagtrail::Bytes;
using tagtrail::Engine;
using Json = nlohmann::json;

struct Module {
  std::map<std::uint32_t, std::unique_ptr<Engine>> engines;
  std::uint32_t last_handle = 0;
  Bytes result;
};

Module& module() {
  static Module only;
  return only;
}

int32_t succeed(Bytes bytes) {
  module().result = std::move(bytes);
  return 0;
}

int32_t succeed(const Json& json) {
  // Text from pages may hold anything; what is not UTF-8 is replaced, not thrown at.
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return succeed(Bytes(text.begin(), text.end()));
}

int32_t give_up(const tagtrail::Error& error) {
  succeed(Json{{"code", tagtrail::to_string(error.code)}, {"message", error.message}});
  return 1;
}

std::uint32_t keep(std::unique_ptr<Engine> engine) {
  module().engines.emplace(++module().last_handle, std::move(engine));
  return module().last_handle;
}

/// The engine behind a handle; null after having set the error result.
Engine* find(std::uint32_t handle) {
  const auto found = module().engines.find(handle);
  if (found != module().engines.end()) return found->second.get();
  give_up({tagtrail::ErrorCode::not_found, "no engine " + std::to_string(handle)});
  return nullptr;
}

Json json_of(const uint8_t* text, uint32_t size) {
  return Json::parse(text, text + size, nullptr, false);
}

int32_t succeed_with_progress(const Engine& engine) {
  return succeed(tagtrail::progress_to_json(engine.progress()));
}

}  // namespace

extern "C" {

TAGTRAIL_EXPORT uint32_t tagtrail_abi_version(void) { return 4; }

TAGTRAIL_EXPORT uint8_t* tagtrail_alloc(uint32_t size) {
  return static_cast<uint8_t*>(std::malloc(size == 0 ? 1 : size));
}

TAGTRAIL_EXPORT void tagtrail_free(uint8_t* memory) { std::free(memory); }

TAGTRAIL_EXPORT const uint8_t* tagtrail_result_data(void) { return module().result.data(); }

TAGTRAIL_EXPORT uint32_t tagtrail_result_size(void) {
  return static_cast<uint32_t>(module().result.size());
}

TAGTRAIL_EXPORT int32_t tagtrail_create(const uint8_t* config_json, uint32_t size) {
  const std::string_view text(reinterpret_cast<const char*>(config_json), size);
  auto config = tagtrail::config_from_json(text);
  if (!config) return give_up(config.error());
  auto engine = Engine::create(*config);
  if (!engine) return give_up(engine.error());
  return succeed(Json{{"handle", keep(std::move(*engine))}});
}

TAGTRAIL_EXPORT int32_t tagtrail_restore(const uint8_t* snapshot, uint32_t size) {
  auto engine = Engine::restore(snapshot, size);
  if (!engine) return give_up(engine.error());
  const Json progress = tagtrail::progress_to_json((*engine)->progress());
  return succeed(Json{{"handle", keep(std::move(*engine))}, {"progress", progress}});
}

TAGTRAIL_EXPORT int32_t tagtrail_deliver(uint32_t handle, const uint8_t* record, uint32_t size) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  auto response = tagtrail::decode_response(record, size);
  if (!response) return give_up(response.error());
  auto judgement = engine->deliver(std::move(*response));
  if (!judgement) return give_up(judgement.error());
  return succeed(tagtrail::judgement_to_json(*judgement));
}

TAGTRAIL_EXPORT int32_t tagtrail_next(uint32_t handle) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  const Json decision = tagtrail::decision_to_json(engine->next());
  return succeed(
      Json{{"decision", decision}, {"progress", tagtrail::progress_to_json(engine->progress())}});
}

TAGTRAIL_EXPORT int32_t tagtrail_progress(uint32_t handle) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  return succeed(tagtrail::progress_to_json(engine->progress()));
}

TAGTRAIL_EXPORT int32_t tagtrail_snapshot(uint32_t handle) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  return succeed(engine->snapshot());
}

TAGTRAIL_EXPORT int32_t tagtrail_teach(uint32_t handle, const uint8_t* feedback_json,
                                       uint32_t size) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  const auto feedback = tagtrail::feedback_from_json(json_of(feedback_json, size));
  if (!feedback) return give_up(feedback.error());
  if (auto taught = engine->teach(*feedback); !taught) return give_up(taught.error());
  return succeed_with_progress(*engine);
}

TAGTRAIL_EXPORT int32_t tagtrail_groups(uint32_t handle, uint32_t limit) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  Json groups = Json::array();
  for (const tagtrail::LinkGroup& group : engine->link_groups(limit)) {
    groups.push_back(tagtrail::link_group_to_json(group));
  }
  return succeed(Json{{"groups", std::move(groups)}});
}

TAGTRAIL_EXPORT int32_t tagtrail_acting(uint32_t handle, uint32_t from, uint32_t limit) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  Json links = Json::array();
  for (const tagtrail::ActingLink& link : engine->acting_links(from, limit)) {
    links.push_back(tagtrail::acting_link_to_json(link));
  }
  return succeed(Json{{"links", std::move(links)}});
}

TAGTRAIL_EXPORT int32_t tagtrail_set_budget(uint32_t handle, const uint8_t* budget_json,
                                            uint32_t size) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  const auto budget = tagtrail::budget_from_json(json_of(budget_json, size));
  if (!budget) return give_up(budget.error());
  engine->set_budget(*budget);
  return succeed_with_progress(*engine);
}

TAGTRAIL_EXPORT int32_t tagtrail_revisit(uint32_t handle, const uint8_t* budget_json,
                                         uint32_t size) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  const auto budget = tagtrail::budget_from_json(json_of(budget_json, size));
  if (!budget) return give_up(budget.error());
  engine->revisit(*budget);
  return succeed_with_progress(*engine);
}

TAGTRAIL_EXPORT int32_t tagtrail_observe(uint32_t handle, const uint8_t* page_json, uint32_t size) {
  Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  auto seen = tagtrail::seen_page_from_json(json_of(page_json, size));
  if (!seen) return give_up(seen.error());
  seen->response.page = std::move(seen->content.page);
  if (auto observed = engine->observe(std::move(seen->response)); !observed) {
    return give_up(observed.error());
  }
  return succeed_with_progress(*engine);
}

TAGTRAIL_EXPORT int32_t tagtrail_look(uint32_t handle, const uint8_t* page_json, uint32_t size) {
  const Engine* engine = find(handle);
  if (engine == nullptr) return 1;
  const auto seen = tagtrail::seen_page_from_json(json_of(page_json, size));
  if (!seen) return give_up(seen.error());
  const auto look = engine->look(seen->content.page, seen->response.final_url);
  if (!look) return give_up(look.error());
  return succeed(tagtrail::look_to_json(*look, seen->content));
}

TAGTRAIL_EXPORT int32_t tagtrail_close(uint32_t handle) {
  if (find(handle) == nullptr) return 1;
  module().engines.erase(handle);
  return succeed(Json::object());
}

}  // extern "C"
