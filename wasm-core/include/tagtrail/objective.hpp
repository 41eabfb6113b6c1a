// An objective says what a crawl is after: which answers are targets, what each is worth, which are
// kept and whose links are followed. One file an objective in src/objective/, found by name in one
// registry.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail {

/// What an answer is to an objective.
struct Finding {
  UrlClass url_class = UrlClass::dead;  ///< `target` is a file; a page that is a target is `html`
  double gain = 0;                      ///< what it is worth; of a page, over 0: it is a target
  bool keep = false;                    ///< its bytes are stored
  bool follow = false;                  ///< its links are considered

  bool is_target() const { return is_target_for(gain); }
  /// Whether it is one where so much of its gain is left: a wanted file is, whatever it is worth.
  bool is_target_for(double left) const { return left > 0 || url_class == UrlClass::target; }
};

/// Whether there is anything to judge: a success with content, that is the thing itself and not a
/// word on when it will be there.
bool brings_content(const Response& response);

class Objective {
 public:
  virtual ~Objective() = default;
  /// Of an answer that brings_content(), on its own; `url` is the canonical URL that answered.
  virtual Finding judge(const Response& response, std::string_view url) const = 0;
  /// What a reader of pages has to tell for that.
  virtual ContentNeeds needs() const { return {}; }
  /// The gain of what judge() found, given all that was taken before; from now on it counts as
  /// taken.
  virtual double take(const Finding& finding, const Response& response) {
    (void)response;
    return finding.gain;
  }

  /// What take() remembers.
  virtual void save(ByteWriter& out) const { (void)out; }
  /// False when malformed.
  virtual bool load(ByteReader& in) { return in.ok(); }
};

struct ObjectiveInfo {
  std::string_view name;
  std::string_view summary;
  bool of_pages = false;      ///< its targets are pages: links that promise other files are left
  bool weighs_files = false;  ///< its files differ in gain, which then is what a crawl looks for
  std::string_view target;    ///< what one is called
  std::string_view gain;      ///< what gains are counted in
  Expected<std::unique_ptr<Objective>> (*make)(const Config&) = nullptr;
};

const std::vector<ObjectiveInfo>& objectives();
/// Null when there is none of that name.
const ObjectiveInfo* find_objective(std::string_view name);
/// All of them, for messages.
std::string objective_names();

/// Of a checked configuration.
const ObjectiveInfo& objective_of(const Config& config);
/// The files that a checked configuration wants: none when its targets are pages.
TargetSet wanted_files(const Config& config);

}  // namespace tagtrail
