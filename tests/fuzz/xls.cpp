// Any bytes are a workbook of Excel's older formats, as a bare stream of records and in a compound
// file.
#include "looks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail::host;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  LookEffort effort(size);
  Look found;
  look_into_xls({{}, bytes, true, "a.xls"}, effort, found);
  require_limits(found);
  Look compound;
  if (look_into_compound({{}, bytes, true, "a.xls"}, effort, compound)) require_limits(compound);
  return 0;
}
