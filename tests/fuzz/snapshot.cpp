// Snapshots with a checksum that fits: restored or refused, and what is restored crawls on.
#include <cstdlib>
#include <set>
#include <string>

#include "tables/string_table.hpp"
#include "tagtrail/engine.hpp"

namespace {

using namespace tagtrail;

class NoTargets final : public Oracle {
 public:
  UrlClass classify(std::string_view url) override {
    return url.size() % 3 == 0 ? UrlClass::target : UrlClass::html;
  }
  const std::vector<std::string>& targets() override { return targets_; }

 private:
  std::vector<std::string> targets_{"http://h/a.csv", "http://h/b.csv"};
};

QueryForm search_form() {
  QueryForm form{"http://h/search", "/html/body/form", false, false, {}};
  form.inputs.push_back({"search", "q", false, {{"", "", true}}});
  form.inputs.push_back({"select", "topic", false, {{"", "", true}, {"a", "", false}}});
  return form;
}

void crawl_on(Engine& engine) {
  for (int step = 0; step < 20; ++step) {
    const Decision decision = engine.next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return;
    Response response;
    response.request_id = request->id;
    response.issued = engine.progress().issued;
    response.status = 200;
    response.mime = "text/html";
    response.final_url = request->url;
    response.is_page = true;
    LinkObservation link;
    link.url = "http://h/" + std::to_string(step);
    link.tag_path = "/html/body/a";
    response.page.links = {link};
    response.page.forms = {search_form()};
    if (!engine.deliver(std::move(response))) return;
  }
  const Bytes bytes = engine.snapshot();
  NoTargets oracle;
  Engine::restore(bytes.data(), bytes.size(), &oracle);
}

/// A snapshot of each policy, for the fuzzer to begin with.
Bytes snapshot_of(const char* policy, Oracle& oracle) {
  Config config;
  config.seed_url = "http://h/";
  config.policy = policy;
  config.sb.m = 4;
  config.forms = config.leave_traps = true;
  auto engine = Engine::create(config, &oracle);
  if (!engine) std::abort();
  crawl_on(**engine);
  return (*engine)->snapshot();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  NoTargets oracle;
  if (size == 0) return 0;
  // The first byte: a policy's snapshot to be patched by what follows, or the bytes as they are.
  static const std::vector<Bytes> kStarts = [] {
    NoTargets known;
    std::vector<Bytes> starts;
    for (const char* policy : {"bfs", "dfs", "random", "trail", "omniscient", "sb-classifier",
                               "sb-oracle", "anthelion"}) {
      starts.push_back(snapshot_of(policy, known));
    }
    return starts;
  }();
  const std::size_t start = data[0] % (kStarts.size() + 1);
  Bytes bytes;
  if (start == kStarts.size()) {
    bytes.assign(data + 1, data + size);
    bytes.resize(bytes.size() + 8);
  } else {
    bytes = kStarts[start];
    for (std::size_t i = 1; i + 2 < size; i += 3) {
      const std::size_t at = static_cast<std::size_t>(data[i]) * 256 + data[i + 1];
      // The classifier's weights fill the middle; both ends matter more.
      const std::size_t place = at % 2 == 0 ? at / 2 : bytes.size() - 9 - at / 2;
      if (place < bytes.size()) bytes[place] = data[i + 2];
    }
  }
  const std::uint64_t sum = hash_bytes(bytes.data(), bytes.size() - 8);
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
  }
  const auto engine = Engine::restore(bytes.data(), bytes.size(), &oracle);
  if (engine) crawl_on(**engine);
  return 0;
}
