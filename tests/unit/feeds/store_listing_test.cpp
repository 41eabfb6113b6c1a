#include "feeds/store_listing.hpp"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <string>

#include "read_source.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(store_listing)

BOOST_AUTO_TEST_CASE(a_bucket_lists_its_objects) {
  // As ListObjects and ListObjectsV2 of Amazon S3 answer.
  constexpr std::string_view kHead =
      R"(<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>)";
  const std::string first = fmt::format("{}{}", kHead,
                                        "<IsTruncated>true</IsTruncated>"
                                        "<Contents><Key>t/a b.csv</Key><Size>1</Size></Contents>"
                                        "<Contents><Key>t/c?d#.csv</Key></Contents>"
                                        "<CommonPrefixes><Prefix>u/</Prefix></CommonPrefixes>"
                                        "</ListBucketResult>");
  BOOST_TEST(
      places_of(must_read(first, "application/xml", "https://h/b?prefix=t%2F&marker=x").page) ==
      "/listbucketresult/contents/key https://h/b/t/a%20b.csv\n"
      "/listbucketresult/contents/key https://h/b/t/c%3Fd%23.csv\n"
      "/listbucketresult/commonprefixes/prefix https://h/b?prefix=u%2F&delimiter=%2F\n"
      "/listbucketresult/next https://h/b?prefix=t%2F&marker=t%2Fc%3Fd%23.csv\n");
  const std::string second =
      fmt::format("{}{}", kHead,
                  "<IsTruncated>true</IsTruncated>"
                  "<NextContinuationToken>1+/=</NextContinuationToken>"
                  "<Contents><Key>a.csv</Key></Contents></ListBucketResult>");
  BOOST_TEST(places_of(must_read(second, "application/xml", "https://b.h/?list-type=2").page) ==
             "/listbucketresult/contents/key https://b.h/a.csv\n"
             "/listbucketresult/next https://b.h/?list-type=2&continuation-token=1%2B%2F%3D\n");
  const std::string last =
      fmt::format("{}{}", kHead,
                  "<IsTruncated>false</IsTruncated><Contents><Key>z.csv</Key></Contents>"
                  "</ListBucketResult>");
  BOOST_TEST(places_of(must_read(last, "application/xml", "https://b.h/").page) ==
             "/listbucketresult/contents/key https://b.h/z.csv\n");
}

/// docs.aws.amazon.com, ListObjectsV2, `EncodingType`; ListObjectVersions.
BOOST_AUTO_TEST_CASE(a_bucket_says_how_it_writes_keys_and_lists_versions) {
  const std::string keys =
      "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>"
      "<Contents><Key>a+b/t%2B1.csv</Key></Contents>"
      "<CommonPrefixes><Prefix>c+d/</Prefix></CommonPrefixes></ListBucketResult>";
  BOOST_TEST(places_of(must_read(keys, "application/xml",
                                 "https://h/b?list-type=2&start-after=x&encoding-type=url")
                           .page) ==
             "/listbucketresult/contents/key https://h/b/a%20b/t%2B1.csv\n"
             "/listbucketresult/commonprefixes/prefix "
             "https://h/b?list-type=2&encoding-type=url&prefix=c%20d%2F&delimiter=%2F\n");
  const std::string versions =
      "<ListVersionsResult><NextKeyMarker>t</NextKeyMarker>"
      "<NextVersionIdMarker>v1</NextVersionIdMarker><IsTruncated>true</IsTruncated>"
      "<Version><Key>t.csv</Key></Version><DeleteMarker><Key>u.csv</Key></DeleteMarker>"
      "</ListVersionsResult>";
  BOOST_TEST(
      places_of(
          must_read(versions, "application/xml", "https://h/b/?versions&key-marker=a").page) ==
      "/listversionsresult/version/key https://h/b/t.csv\n"
      "/listversionsresult/next https://h/b/?versions&key-marker=t.csv&version-id-marker=v1\n");
}

/// docs.openstack.org, Object Storage API, Show container details and list objects.
BOOST_AUTO_TEST_CASE(a_container_of_swift_lists_objects_until_a_part_is_not_full) {
  const std::string xml =
      "<container name=\"c\"><subdir name=\"2024/\"><name>2024/</name></subdir>"
      "<object><name>a b.csv</name><bytes>1</bytes></object></container>";
  BOOST_TEST(
      places_of(must_read(xml, "application/xml", "https://h/v1/c?format=xml&limit=2").page) ==
      "/container/subdir/name "
      "https://h/v1/c?format=xml&limit=2&prefix=2024%2F&delimiter=%2F\n"
      "/container/object/name https://h/v1/c/a%20b.csv\n"
      "/container/next https://h/v1/c?format=xml&limit=2&marker=a%20b.csv\n");
  BOOST_TEST(must_read(xml, "application/xml", "https://h/v1/c?format=xml").page.links.size() ==
             2U);
  BOOST_TEST(!read_link_source("<container><rootfiles/></container>",
                               {"application/xml", "application/xml", "https://h/c.xml"})
                  .has_value());
}

/// nginx.org, ngx_http_autoindex_module.
BOOST_AUTO_TEST_CASE(a_folder_of_nginx_as_xml) {
  const std::string xml =
      "<list><directory mtime=\"2024-01-01T00:00:00Z\">a b</directory>"
      "<file mtime=\"2024-01-01T00:00:00Z\" size=\"1\">t.csv</file></list>";
  BOOST_TEST(places_of(must_read(xml, "text/xml", "https://h/d/").page) ==
             "/list/directory https://h/d/a%20b/\n/list/file https://h/d/t.csv\n");
}

/// learn.microsoft.com, Blob service REST API, List Blobs.
BOOST_AUTO_TEST_CASE(a_container_lists_its_blobs) {
  const LinkSource source = must_read(
      "<EnumerationResults ServiceEndpoint=\"https://a.blob.core.windows.net/\" "
      "ContainerName=\"c\"><Blobs><Blob><Name>a b/t.csv</Name></Blob></Blobs>"
      "<NextMarker>2!84</NextMarker></EnumerationResults>",
      "application/xml", "https://a.blob.core.windows.net/c?restype=container&comp=list");
  BOOST_TEST(places_of(source.page) ==
             "/enumerationresults/blobs/blob/name "
             "https://a.blob.core.windows.net/c/a%20b/t.csv\n"
             "/enumerationresults/next https://a.blob.core.windows.net/c"
             "?restype=container&comp=list&marker=2%2184\n");
  BOOST_TEST(must_read("<EnumerationResults><Blobs><Blob><Name>t.csv</Name></Blob></Blobs>"
                       "<NextMarker/></EnumerationResults>")
                 .page.links.size() == 1U);
}

/// The same, "Create a service SAS": what opens the container opens each of its blobs.
BOOST_AUTO_TEST_CASE(blobs_of_a_container_with_a_signature_have_it_too) {
  const LinkSource source = must_read(
      "<EnumerationResults ContainerName=\"c\"><Blobs><Blob><Name>t.csv</Name></Blob></Blobs>"
      "<NextMarker/></EnumerationResults>",
      "application/xml",
      "https://a.blob.core.windows.net/c?restype=container&comp=list&sv=2020-08-04&sr=c&sp=rl&sig="
      "a%2Bb%3D&maxresults=8");
  BOOST_TEST(places_of(source.page) ==
             "/enumerationresults/blobs/blob/name https://a.blob.core.windows.net/c/t.csv"
             "?sv=2020-08-04&sr=c&sp=rl&sig=a%2Bb%3D\n");
}

BOOST_AUTO_TEST_SUITE_END()
