// A link that a crawl has left out because following it does something: told by the engine, kept
// by the store, shown to people.
#pragma once

#include <string>

namespace tagtrail {

struct ActingLink {
  std::string url;   ///< canonical key
  std::string page;  ///< canonical key of the page it stands on; may be empty
  std::string anchor;
  std::string tag_path;
  std::string reason;  ///< one clause for people: `its address says "delete"`
  bool sure = false;   ///< there is no doubt
};

}  // namespace tagtrail
