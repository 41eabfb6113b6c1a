// Single members of JSON from the extension: everything in it may come from a page and be hostile,
// so a member of another type counts as absent, and texts are cut.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace tagtrail {

/// Cut at `limit` bytes, between characters; empty when absent.
std::string text_of(const nlohmann::json& object, const char* name, std::size_t limit);
/// 0 when absent or negative.
std::uint64_t number_of(const nlohmann::json& object, const char* name);
bool flag_of(const nlohmann::json& object, const char* name);
const nlohmann::json& array_of(const nlohmann::json& object, const char* name);
/// Member `status`: 0 when it is none of HTTP.
std::uint16_t status_of(const nlohmann::json& object);

}  // namespace tagtrail
