// What a store of S3 says: its errors in our words, and its lists.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/s3_request.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The element <Error> of an answer; empty where there is none.
struct S3Fault {
  std::string code;
  std::string message;
  std::string region;
};

/// Also of an answer that is not XML, or damaged.
S3Fault fault_in(std::string_view xml);

/// A bad answer in our words, with the remedy where there is one. Never repeats a key.
S3Failure failure_of_answer(const S3Answer& answer, const S3Fault& fault, const S3Place& place,
                            std::int64_t now_unix);

/// Other keys may help: those of a session have expired, or keys were changed. An answer to HEAD
/// does not say why.
bool may_be_of_keys(const S3Answer& answer, const S3Fault& fault);

struct S3ListPage {
  struct Item {
    std::string name;  ///< with the prefix
    std::uint64_t bytes = 0;
    std::int64_t changed_unix = 0;
  };
  std::vector<Item> items;
  std::string next;  ///< token of the next page; empty: this is the last
};
/// Errors: invalid_data.
Expected<S3ListPage> list_page(std::string_view xml);

/// The text of the first element of that name. Errors: invalid_data (none, or damaged).
Expected<std::string> text_in(std::string_view xml, std::string_view element);

/// Seconds since 1970, by this machine.
std::int64_t unix_now();

/// When the answer was made, by the store's clock; `now_unix` where it does not say.
std::int64_t date_of(const S3Answer& answer, std::int64_t now_unix);

}  // namespace tagtrail::host
