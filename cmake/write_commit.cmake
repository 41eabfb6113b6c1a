# Writes the source of commit_object() (Commit.cmake), if it is not there with the same text.
# SOURCES, FOLDERS (a list), WRITTEN, GIVEN: as there.
cmake_minimum_required(VERSION 3.25)

# Output of git in SOURCES; nothing where git or a repository is missing.
function(ask_git result)
  execute_process(COMMAND git -C ${SOURCES} --no-optional-locks ${ARGN}
    OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE code OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0)
    set(output "")
  endif()
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# commit_of(RESULT TEXT): "HASH DATE" as "commit HASH, DATE", with as much of the hash as people compare.
function(commit_of result text)
  if(text MATCHES "^([0-9a-f]+) ([0-9-]+)$")
    string(SUBSTRING ${CMAKE_MATCH_1} 0 12 hash)
    set(${result} "commit ${hash}, ${CMAKE_MATCH_2}" PARENT_SCOPE)
  else()
    set(${result} "unknown commit" PARENT_SCOPE)
  endif()
endfunction()

# The sources may lie within a repository of something else, which is not theirs.
ask_git(top rev-parse --show-prefix --is-inside-work-tree)
if(GIVEN)
  set(commit "commit ${GIVEN}")
elseif(top STREQUAL "\ntrue" OR top STREQUAL "true")
  ask_git(head log -1 --no-show-signature "--format=%H %cs")
  commit_of(commit "${head}")
  ask_git(changes status --porcelain -- ${FOLDERS})
  if(changes)
    string(APPEND commit ", changed since")
  endif()
else()
  file(READ ${SOURCES}/cmake/commit.txt archived)
  string(STRIP "${archived}" archived)
  commit_of(commit "${archived}")
endif()

file(CONFIGURE OUTPUT ${WRITTEN} @ONLY CONTENT "#include <string_view>
namespace tagtrail::host {
extern const std::string_view kBuildCommit;
const std::string_view kBuildCommit = \"@commit@\";
}  // namespace tagtrail::host
")
