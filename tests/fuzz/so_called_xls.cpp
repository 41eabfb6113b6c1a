// Any bytes are HTML, XML of Excel 2003 or text that is called a spreadsheet.
#include <string>

#include "looks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail::host;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  look(bytes, "a.xls");
  LookEffort effort(size);
  Look html;
  look_into_html_tables({{}, bytes, true, "a.xls"}, effort, html);
  require_limits(html);
  look("<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>" + std::string(bytes),
       "a.xls");
  return 0;
}
