# room(TARGET FOLDER DEPENDENCY...): the sources below FOLDER as a static library with an include
# root of its own, below which its headers are "FOLDER/header.hpp" (FOLDER: its last name). Who does
# not link it can't include them, so that an undeclared dependency does not compile.
function(room target folder)
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  cmake_path(GET folder FILENAME name)
  set(root ${CMAKE_BINARY_DIR}/rooms/${target})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${folder} ${root}/${name} SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC ${root})
  target_link_libraries(${target} PUBLIC ${ARGN})
endfunction()
