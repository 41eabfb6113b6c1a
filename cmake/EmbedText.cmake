# embed_text(TARGET SYMBOL FILE): makes the text of FILE available to TARGET as
# `extern const std::string_view tagtrail::embedded::SYMBOL`.
function(embed_text target symbol file)
  set(source ${file})
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} content)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Generated at configure time.
#include <string_view>
namespace tagtrail::embedded {
extern const std::string_view ${symbol};
const std::string_view ${symbol} = R\"tagtrail(@content@)tagtrail\";
}  // namespace tagtrail::embedded
")
  # A long literal is the point here.
  set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${generated})
endfunction()
