/* The C interface that the WebAssembly module exports. Flat buffers only: JSON (UTF-8) for small
 * things, encoded records (tagtrail/exchange.hpp) and snapshots as bytes.
 *
 * Calls return 0 for success. Their result is read from tagtrail_result_data() and
 * tagtrail_result_size() and stays valid until the next call; after a failure it is
 * {"code": "...", "message": "..."}. Buffers passed in are the caller's, made by tagtrail_alloc().
 * Handles are never reused. Single-threaded. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 5. Grows with every incompatible change. */
uint32_t tagtrail_abi_version(void);

uint8_t* tagtrail_alloc(uint32_t size);
void tagtrail_free(uint8_t* memory);

const uint8_t* tagtrail_result_data(void);
uint32_t tagtrail_result_size(void);

/* config_json: config.hpp. Result: {"handle": n}. */
int32_t tagtrail_create(const uint8_t* config_json, uint32_t size);
/* Result: {"handle": n, "progress": {...}}. */
int32_t tagtrail_restore(const uint8_t* snapshot, uint32_t size);
/* record: encode_response(). Result: {"urlClass", "newTarget", "redirect"}. */
int32_t tagtrail_deliver(uint32_t handle, const uint8_t* record, uint32_t size);
/* Result: {"decision": {...}, "progress": {...}} as in docs/protocol.md. */
int32_t tagtrail_next(uint32_t handle);
/* Result: the progress object; with `whole` other than 0 its account is that of all URLs. */
int32_t tagtrail_progress(uint32_t handle, uint32_t whole);
/* Result: the snapshot's bytes. */
int32_t tagtrail_snapshot(uint32_t handle);
/* feedback_json: feedback.hpp. Result: the progress object. */
int32_t tagtrail_teach(uint32_t handle, const uint8_t* feedback_json, uint32_t size);
/* Result: {"groups": [...]}, the best first, at most `limit`. */
int32_t tagtrail_groups(uint32_t handle, uint32_t limit);
/* Links that were left out because they act, from the one at `from` on, at most `limit`. Result:
 * {"links": [{"url", "page", "anchor", "tagPath", "reason", "sure"}]}. */
int32_t tagtrail_acting(uint32_t handle, uint32_t from, uint32_t limit);
/* budget_json: {"requests", "bytes", "timeMs"}; what is absent is without limit. Result: the
 * progress object. */
int32_t tagtrail_set_budget(uint32_t handle, const uint8_t* budget_json, uint32_t size);
/* Begins a round of revisiting within such a budget. Result: the progress object. */
int32_t tagtrail_revisit(uint32_t handle, const uint8_t* budget_json, uint32_t size);
/* A page that the user has loaded: {"url", "status", "mime", "page": {...} as in a TabAnswer}.
 * Learnt from as if the engine had asked for it. Result: the progress object. */
int32_t tagtrail_observe(uint32_t handle, const uint8_t* page_json, uint32_t size);
/* What the engine thinks of the links of such a page, without learning from it. Result:
 * {"links": [{"url", "kind": "file" | "page" | "out", "mime", "group", "probability", "expected"}],
 * one for each link of the page, in order; "groups": [{LinkGroup..., "heading", "links": [n...]}]}.
 * `group` is -1 for "out"; `probability` and `expected` are null where the policy has no word. */
int32_t tagtrail_look(uint32_t handle, const uint8_t* page_json, uint32_t size);
int32_t tagtrail_close(uint32_t handle);

#ifdef __cplusplus
}
#endif
