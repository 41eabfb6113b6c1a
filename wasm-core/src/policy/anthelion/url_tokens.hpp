// A URL's words as Anthelion sees them, hashed to few slots (Meusel, Mika, Blanco: "Focused
// crawling for structured data", CIKM 2014, equation 1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// Slots that tokens are hashed to: the paper tried 5,000 to 20,000.
inline constexpr std::uint32_t kTokenSlots = 10'000;

/// The distinct tokens of a canonical URL's path and query in order of appearance: runs of letters
/// of at least three, and `[NUMBER]` for a run of at least three digits. The host is none of them,
/// nor is a run of both.
std::vector<std::string> url_tokens(std::string_view key);

/// String.hashCode() of Java: over UTF-16 units. `token` is UTF-8.
std::int32_t java_hash(std::string_view token);
/// The size of the hash's remainder by kTokenSlots. The paper's equation (1) has a quotient there
/// and other exponents; its footnote says that Java's hash is meant.
std::uint32_t token_slot(std::string_view token);

/// The slots of a URL's tokens, ascending, each once.
std::vector<std::uint32_t> url_slots(std::string_view key);

}  // namespace tagtrail
