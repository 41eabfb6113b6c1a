# What every target of ours is compiled with. Third-party code is linked as SYSTEM and not judged.
add_library(tagtrail_settings INTERFACE)
target_compile_options(tagtrail_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # The same decisions natively and in WebAssembly: no contraction of a*b+c (docs/architecture.md).
  -ffp-contract=off)
# Lines in stack traces, no variables: a quarter less to compile.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
# As fast as -O3, and smaller.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What is anonymous in a source file looks as if it were in a header there.
  target_compile_options(tagtrail_settings INTERFACE -Wno-subobject-linkage)
endif()
if(EMSCRIPTEN)
  target_compile_options(tagtrail_settings INTERFACE -fno-exceptions -msimd128)
endif()
if(NOT EMSCRIPTEN)
  # What a hostile site might overwrite to have its code run is read-only once the program has started.
  add_link_options(-Wl,-z,relro,-z,now)
endif()
if(TAGTRAIL_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(TAGTRAIL_FUZZ)
  # Clang 14 can't build coroutines that are no members with the check of function types.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=function)
  add_link_options(-fsanitize=address,undefined)
endif()

# Header-only Debian packages that the WebAssembly build needs too. Their folder is linked, not
# /usr/include itself, which would shadow Emscripten's own C library headers.
set(TAGTRAIL_SYSTEM_INCLUDES ${CMAKE_BINARY_DIR}/system-include)
file(MAKE_DIRECTORY ${TAGTRAIL_SYSTEM_INCLUDES})
foreach(name nlohmann tl)
  if(EXISTS /usr/include/${name})
    file(CREATE_LINK /usr/include/${name} ${TAGTRAIL_SYSTEM_INCLUDES}/${name} SYMBOLIC)
  else()
    message(FATAL_ERROR "headers of '${name}' are missing: apt-get install nlohmann-json3-dev libexpected-dev")
  endif()
endforeach()
target_include_directories(tagtrail_settings SYSTEM INTERFACE ${TAGTRAIL_SYSTEM_INCLUDES})
