// Model files of `ache`: refused, or a model that judges any page and form and is written as it was
// read.
#include "critic/ache_model.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "critic/form_structure.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail;
  const auto model = parse_ache_model({reinterpret_cast<const char*>(data), size});
  if (!model) return 0;
  Page page;
  page.title = "Flights";
  page.text = "fares and flights to Oslo";
  const double relevance = model->relevance(page);
  if (!(relevance >= 0 && relevance <= 1)) std::abort();
  Form form;
  form.action = "http://h/find";
  form.fields.resize(2);
  (void)model->wants(form);
  const std::string written = ache_model_to_json(*model);
  const auto again = parse_ache_model(written);
  if (!again || ache_model_to_json(*again) != written) std::abort();
  return 0;
}
