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

/* 1. Grows with every incompatible change. */
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
/* Result: the progress object. */
int32_t tagtrail_progress(uint32_t handle);
/* Result: the snapshot's bytes. */
int32_t tagtrail_snapshot(uint32_t handle);
int32_t tagtrail_close(uint32_t handle);

#ifdef __cplusplus
}
#endif
