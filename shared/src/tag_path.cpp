#include "tagtrail/tag_path.hpp"

#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail {

std::string tag_path_token(std::string_view tag, std::string_view class_list, std::string_view id) {
  std::string token = ascii_lower(tag);
  const std::string classes = collapse_space(class_list);
  if (!classes.empty()) token.append(".").append(classes);
  if (!trim(id).empty()) token.append("#").append(id);
  return std::string(utf8_prefix(token, limits::kPathTokenBytes));
}

void append_tag_path(std::string& path, std::string_view token) {
  path.push_back('/');
  path.append(token);
}

std::string readable_tag_path(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = path.find('/');
    std::string token(path.substr(0, end));
    // Spaces separate elements here, so several classes are written as in CSS.
    for (char& c : token) {
      if (c == ' ') c = '.';
    }
    if (!out.empty()) out.push_back(' ');
    out.append(token);
    path = end == std::string_view::npos ? std::string_view{} : path.substr(end);
  }
  return out;
}

bool leads_into_frame(std::string_view path) {
  const std::string_view last = path.substr(path.rfind('/') + 1);
  const std::string_view tag = last.substr(0, last.find_first_of(".#"));
  return tag == "iframe" || tag == "frame";
}

}  // namespace tagtrail
