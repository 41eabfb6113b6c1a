#include "fetch/content_disposition.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using tagtrail::host::content_disposition_name;

BOOST_AUTO_TEST_SUITE(content_disposition)

BOOST_AUTO_TEST_CASE(table) {
  struct Row {
    std::string value;
    std::string name;
  };
  const Row rows[] = {
      {"", ""},
      {"inline", ""},
      {"attachment", ""},
      {"attachment; filename=plain.csv", "plain.csv"},
      {"attachment; filename=\"with space.csv\"", "with space.csv"},
      {"inline; filename=\"shown.pdf\"", "shown.pdf"},
      {"ATTACHMENT; FILENAME=upper.csv", "upper.csv"},
      {"attachment;filename = spaced.csv ; size=5", "spaced.csv"},
      {"filename=no-type.csv", "no-type.csv"},
      {"attachment; filename=\"semi;colon.csv\"; x=y", "semi;colon.csv"},
      {R"(attachment; filename="say \"hi\".csv")", "say \"hi\".csv"},
      {"attachment; filename=\"open.csv", "open.csv"},
      {"attachment; filename=\"\"", ""},
      {"attachment; filename", ""},
      {"attachment; filename=\"caf\xC3\xA9.csv\"", "caf\xC3\xA9.csv"},
      {"attachment; filename=\"caf\xE9.csv\"", "caf\xC3\xA9.csv"},
      {"attachment; filename*=UTF-8''%e2%82%ac%20rates.csv", "\xE2\x82\xAC rates.csv"},
      {"attachment; filename*=utf-8'en'a%3Bb.csv", "a;b.csv"},
      {"attachment; filename*=iso-8859-1''caf%E9.csv", "caf\xC3\xA9.csv"},
      {"attachment; filename=\"plain.csv\"; filename*=UTF-8''extended.csv", "extended.csv"},
      {"attachment; filename*=UTF-8''extended.csv; filename=\"plain.csv\"", "extended.csv"},
      {"attachment; filename=\"plain.csv\"; filename*=UTF-8''%ff%fe", "plain.csv"},
      {"attachment; filename*=koi8-r''%c4%c1%ce%ce%d9%c5.csv",
       "\xD0\xB4\xD0\xB0\xD0\xBD\xD0\xBD\xD1\x8B\xD0\xB5.csv"},
      {"attachment; filename=\"plain.csv\"; filename*=no-such''%ff", "plain.csv"},
      {"attachment; filename=\"=?UTF-8?B?w6lkdS5jc3Y=?=\"",
       "\xC3\xA9"
       "du.csv"},
      {"attachment; filename=\"=?utf-8?Q?=C3=A9du_20?= =?utf-8?q?24.csv?=\"",
       "\xC3\xA9"
       "du 2024.csv"},
      {"attachment; filename==?ISO-8859-1?Q?caf=E9.csv?=", "caf\xC3\xA9.csv"},
      {"attachment; filename=\"=?UTF-8?B?###?=\"", "=?UTF-8?B?###?="},
      {"attachment; filename=\"=?UTF-8?B?Li4vLi4vcGFzc3dk?=\"", "passwd"},
      {"attachment; filename=\"caf%C3%A9%202024.csv\"", "caf\xC3\xA9 2024.csv"},
      {"attachment; filename=\"50%.csv\"", "50%.csv"},
      {"attachment; filename=\"=?UTF-8?B?====?=\"", ""},
      {"attachment; filename=\"a%FFb.csv\"", "a%FFb.csv"},
      {"attachment; filename=\"..%2F..%2Fup%20.csv\"", "up .csv"},
      {"attachment; filename=\"a%2Fb.csv\"", "a%2Fb.csv"},
      {"attachment; filename=\"plain.csv\"; filename*=broken", "plain.csv"},
      // A long name in sections, in any order (RFC 2231).
      {"attachment; filename*0=\"Annual report\"; filename*1=\" of 2020.csv\"",
       "Annual report of 2020.csv"},
      {"attachment; filename*1=\"second.csv\"; filename*0=first-; filename=short.csv",
       "first-second.csv"},
      {"attachment; filename*0*=UTF-8''%e2%82%ac%20; filename*1=\"rates\"; filename*2*=%2Ecsv",
       "\xE2\x82\xAC rates.csv"},
      {"attachment; filename*0*=UTF-8''%e2%82; filename*1*=%ac.csv", "\xE2\x82\xAC.csv"},
      {"attachment; filename*0=sections.csv; filename*=UTF-8''whole.csv", "whole.csv"},
      {"attachment; filename*0=a; filename*2=c.csv; filename=plain.csv", "plain.csv"},
      {"attachment; filename*0*=no-charset.csv; filename=plain.csv", "plain.csv"},
      {"attachment; filename*0*=no-such''%ff; filename=plain.csv", "plain.csv"},
      {"attachment; filename*0=../../etc; filename*1=/passwd", "passwd"},
      {"attachment; filename*99999999999999999999=x.csv; filename*=y", ""},
      {"attachment; filename=\"../../etc/passwd\"", "passwd"},
      {"attachment; filename=\"/etc/passwd\"", "passwd"},
      {R"(attachment; filename="C:\\data\\table.csv")", "table.csv"},
      {"attachment; filename*=UTF-8''..%2F..%2Fup.csv", "up.csv"},
      {"attachment; filename=\"..\"", ""},
      {"attachment; filename=\"folder/\"", ""},
      {"attachment; filename*=UTF-8''a%00b%0Ac.csv", "abc.csv"},
      {"attachment; filename=first.csv; filename=second.csv", "first.csv"},
      // Names without quotes that have a ';' of their own.
      {"attachment; filename=Trade; exports; 2020.csv", "Trade; exports; 2020.csv"},
      {"attachment; filename=a;b.csv; size=5", "a;b.csv"},
      {"attachment; filename=plain.csv; v1.2", "plain.csv"},
      {"attachment; filename=economy; inline", "economy"},
      {"attachment; filename=economy; size=5; v1.2", "economy"},
      {"attachment; filename=; a.csv", ""},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.value) { BOOST_TEST(content_disposition_name(row.value) == row.name); }
  }
}

BOOST_AUTO_TEST_SUITE_END()
