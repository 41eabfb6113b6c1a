// The attributes of RDFa.
#pragma once

#include <string_view>

#include "content/flat_document.hpp"

namespace tagtrail::host {

/// What RDFa reads of an element; null where absent.
struct RdfaAttributes {
  const char* about = nullptr;
  const char* resource = nullptr;
  const char* href = nullptr;
  const char* src = nullptr;
  const char* type = nullptr;
  const char* property = nullptr;
  const char* rel = nullptr;
  const char* rev = nullptr;
  const char* content = nullptr;
  const char* datatype = nullptr;
  const char* datetime = nullptr;
  const char* inlist = nullptr;
  const char* vocabulary = nullptr;

  /// In one pass over the element's attributes.
  RdfaAttributes(const FlatDocument& page, FlatDocument::Index element);

 private:
  const char** place_of(std::string_view name);
};

}  // namespace tagtrail::host
