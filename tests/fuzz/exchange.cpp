// Records of responses: what decodes encodes to a record that decodes to the same.
#include "tagtrail/exchange.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto response = tagtrail::decode_response(data, size);
  if (!response) return 0;
  const tagtrail::Bytes bytes = tagtrail::encode_response(*response);
  const auto again = tagtrail::decode_response(bytes.data(), bytes.size());
  if (!again || tagtrail::encode_response(*again) != bytes) std::abort();
  return 0;
}
