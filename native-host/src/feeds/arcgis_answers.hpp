// Answers of ArcGIS REST services (developers.arcgis.com/rest/services-reference: Catalog, Feature
// Service, Map Service, Layer/Table, Query): directories of services, services of layers, and what
// a layer says of itself, from which a query for all of it is made.
#pragma once

#include <optional>
#include <string_view>

#include "feeds/json_links.hpp"

namespace tagtrail::host {

/// The kind of catalogue (shared/data/catalogues.txt), and tag paths of its links: to a directory
/// or a service, to a layer, and to all features of one.
inline constexpr std::string_view kArcgis = "arcgis-rest";
inline constexpr std::string_view kArcgisList = "/catalogue/arcgis-rest/list";
inline constexpr std::string_view kArcgisLayer = "/catalogue/arcgis-rest/layer";
inline constexpr std::string_view kArcgisData = "/json/layer/query";

/// Nothing: it is none, or the features themselves. `url`: canonical key that answered. Of a map
/// and a feature service of one name the second is taken, whose layers are the same. Features are
/// asked for as GeoJSON where a layer can give them so, in an order that holds, and as many at once
/// as it allows; the answer says whether there are more (catalogues.txt, arcgis-query). A layer
/// that can't be asked, and an error, which comes with the status of success, are left as
/// LeftOutCause::refused or ::client_error.
std::optional<JsonSource> read_arcgis(std::string_view json, std::string_view url);

}  // namespace tagtrail::host
