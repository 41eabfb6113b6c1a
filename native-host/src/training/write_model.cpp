#include "training/write_model.hpp"

#include <nlohmann/json.hpp>

#include "store/own_files.hpp"
#include "system/atomic_file.hpp"

namespace tagtrail::host {

Expected<void> write_ache_model(const std::string& model, const std::filesystem::path& file) {
  TRY(refuse_job_data(file));
  auto written = TRY(AtomicFile::create(file, kUsersFile));
  TRY(written.write(nlohmann::ordered_json::parse(model).dump(1) + "\n"));
  return written.publish();
}

}  // namespace tagtrail::host
