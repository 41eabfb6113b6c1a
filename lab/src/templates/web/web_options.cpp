#include "templates/web/web_options.hpp"

#include "templates/web/web_words.hpp"

namespace tagtrail::host::templates {

Expected<void> check(const WebOptions& options) {
  if (find_topic(options.topic) == kTopics) {
    std::string names;
    for (const Topic& topic : topics()) {
      names += (names.empty() ? "" : ", ") + std::string(topic.name);
    }
    return fail(ErrorCode::invalid_argument,
                "no topic '" + options.topic + "'; there are " + names);
  }
  if (!(options.density >= 0 && options.density <= 0.9)) {
    return fail(ErrorCode::invalid_argument, "--density is a share of the pages, from 0 to 0.9");
  }
  if (!(options.forms >= 0 && options.forms <= 0.1)) {
    return fail(ErrorCode::invalid_argument, "--forms is a share of the pages, from 0 to 0.1");
  }
  if (!(options.topic_share > 0 && options.topic_share <= 1)) {
    return fail(ErrorCode::invalid_argument, "--topic-share is a share of the hosts, up to 1");
  }
  return {};
}

}  // namespace tagtrail::host::templates
