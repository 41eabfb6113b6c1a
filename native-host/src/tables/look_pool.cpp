#include "tables/look_pool.hpp"

#include "tables/file_pool.hpp"
#include "tables/kin.hpp"
#include "tables/look_into.hpp"
#include "tables/look_json.hpp"

namespace tagtrail::host {
namespace {

FileLook look_at(const FileToLookInto& file) {
  const auto look = look_into(file.file, file.file.filename().string());
  if (look) return {file.key, kin_of_tables(look->tables), to_json(*look)};
  Look unread;
  unread.note = look.error().message;
  return {file.key, {}, to_json(unread)};
}

}  // namespace

Expected<void> look_into_all(const std::vector<FileToLookInto>& files,
                             const std::function<Expected<void>(std::vector<FileLook>)>& take,
                             const std::function<bool()>& go_on) {
  return work_on_all<FileLook>(
      files.size(), [&](std::size_t at) { return look_at(files[at]); }, take, go_on);
}

}  // namespace tagtrail::host
