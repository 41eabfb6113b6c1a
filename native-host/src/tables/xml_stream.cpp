#include "tables/xml_stream.hpp"

#include <charconv>
#include <cstdint>

namespace tagtrail::host {
namespace {

constexpr int kDeepest = 200;

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

std::string_view XmlAttributes::get(std::string_view name) const {
  for (const char** pair = pairs_; pair != nullptr && *pair != nullptr; pair += 2) {
    if (local_name(pair[0]) == name) return pair[1];
  }
  return {};
}

std::uint64_t XmlAttributes::number(std::string_view name, std::uint64_t most,
                                    std::uint64_t otherwise) const {
  const std::string_view text = get(name);
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) return most;
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return otherwise;
  return std::min(value, most);
}

XmlStream::XmlStream(XmlListener& listener)
    : listener_(listener), parser_(XML_ParserCreate(nullptr)) {
  XML_Parser parser = parser_.get();
  XML_SetUserData(parser, this);
  XML_SetElementHandler(parser, &on_start, &on_end);
  XML_SetCharacterDataHandler(parser, &on_text);
  XML_SetEntityDeclHandler(parser, &on_entity);
}

bool XmlStream::feed(std::string_view piece) {
  constexpr std::size_t kMost = 1 << 24;
  while (going_ && !piece.empty()) {
    const std::string_view part = piece.substr(0, kMost);
    piece.remove_prefix(part.size());
    if (XML_Parse(parser_.get(), part.data(), static_cast<int>(part.size()), 0) != XML_STATUS_OK) {
      going_ = false;
    }
  }
  return going_;
}

bool XmlStream::finish() {
  if (going_ && XML_Parse(parser_.get(), nullptr, 0, 1) != XML_STATUS_OK) going_ = false;
  return going_;
}

void XmlStream::stop() {
  going_ = false;
  XML_StopParser(parser_.get(), XML_FALSE);
}

void XmlStream::on_start(void* self, const char* name, const char** attributes) {
  auto& stream = *static_cast<XmlStream*>(self);
  if (!stream.going_) return;
  if (++stream.depth_ > kDeepest) {
    stream.left_ = "it is nested too deeply";
    return stream.stop();
  }
  stream.listener_.on_start(local_name(name), XmlAttributes(attributes));
}

void XmlStream::on_end(void* self, const char* name) {
  auto& stream = *static_cast<XmlStream*>(self);
  if (!stream.going_) return;
  --stream.depth_;
  stream.listener_.on_end(local_name(name));
}

void XmlStream::on_text(void* self, const char* text, int size) {
  auto& stream = *static_cast<XmlStream*>(self);
  if (stream.going_) stream.listener_.on_text({text, static_cast<std::size_t>(size)});
}

void XmlStream::on_entity(void* self, const char*, int, const char*, int, const char*, const char*,
                          const char*, const char*) {
  auto& stream = *static_cast<XmlStream*>(self);
  stream.left_ = "it declares entities, which are not read";
  stream.stop();
}

}  // namespace tagtrail::host
