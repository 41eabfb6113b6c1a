// An extension's answer to tab.load: any JSON is some response, and a record of it can be read.
#include <cstdlib>

#include "load/extension_answers.hpp"
#include "messaging/json_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail;
  const auto json = host::parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!json) return 0;
  Request request;
  request.id = 7;
  request.url = "http://example.org/";
  host::FetchRequest asked;
  asked.url = request.url;
  host::Fetched fetched = host::fetched_of_tab(*json, asked);
  const Response response = host::response_of_tab(fetched, request);
  if (response.request_id != 7 || response.final_url.empty()) std::abort();
  const Bytes bytes = encode_response(response);
  if (!decode_response(bytes.data(), bytes.size())) std::abort();
  return 0;
}
