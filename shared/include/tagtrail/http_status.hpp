// What status codes of HTTP mean, where several parts have to agree.
#pragma once

namespace tagtrail {

/// Success with something to see: 2xx without 204 and 205 (RFC 9110, 15.3).
constexpr bool has_content(int status) {
  return status >= 200 && status < 300 && status != 204 && status != 205;
}

/// 202: what was asked for is being made, and is not there yet (RFC 9110, 15.3.3).
constexpr bool is_pending(int status) { return status == 202; }

/// 404 and 410: there is nothing, or nothing any more (RFC 9110, 15.5.5 and 15.5.11).
constexpr bool is_away(int status) { return status == 404 || status == 410; }

/// 429 and 503: the host wants to be asked less, or later (RFC 6585, 4; RFC 9110, 15.6.4).
constexpr bool asks_for_patience(int status) { return status == 429 || status == 503; }

}  // namespace tagtrail
