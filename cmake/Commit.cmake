# commit_object(TARGET FOLDER...): an object that says which commit it was built from, and whether
# FOLDERs have changed since, as `extern const std::string_view tagtrail::host::kBuildCommit`. It is
# looked up at each build, and written anew only when it differs: who does not link it is not built
# again for a commit. What git does not know (an unpacked source package) stands in commit.txt, into
# which `git archive` writes it, or is given: cmake -DTAGTRAIL_COMMIT="0123456789ab, 2030-12-31".
set(TAGTRAIL_COMMIT "" CACHE STRING "Commit and date of the sources, where neither git nor commit.txt has them")
set(TAGTRAIL_COMMIT_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/write_commit.cmake)

function(commit_object target)
  set(written ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  add_custom_target(${target}_look BYPRODUCTS ${written}
    COMMAND ${CMAKE_COMMAND} -D SOURCES=${CMAKE_SOURCE_DIR} -D "FOLDERS=${ARGN}" -D WRITTEN=${written}
            -D "GIVEN=${TAGTRAIL_COMMIT}" -P ${TAGTRAIL_COMMIT_SCRIPT}
    VERBATIM)
  add_library(${target} OBJECT ${written})
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  add_dependencies(${target} ${target}_look)
endfunction()
