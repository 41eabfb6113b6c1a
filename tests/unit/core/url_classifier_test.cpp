// The URL classifier's phases, what it learns from, its context, its accounts.
#include "policy/url_classifier.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "fake_context.hpp"
#include "tagtrail/config.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kFile = "http://h/files/x.csv";  // as it seems: it will turn out to be a page

UrlId add_url(FakeContext& context, const std::string& url) {
  return context.add({url, "", "/html/body/a", 1});
}

/// Labels as many URLs as a phase of HEADs needs, and returns how many were asked for.
int ask_types(UrlClassifier& classifier, FakeContext& context, UrlClass (*type)(int)) {
  int asked = 0;
  for (; asked < 1000; ++asked) {
    const UrlId id = add_url(context, "http://h/" + std::to_string(asked));
    if (!classifier.needs_type_check(context.link(id))) break;
    classifier.label(context.link(id), type(asked));
  }
  return asked;
}

UrlClass alternating(int i) { return i % 2 == 0 ? UrlClass::html : UrlClass::target; }

SbParameters with_learner(const std::string& classifier, const std::string& features) {
  SbParameters parameters;
  parameters.classifier = classifier;
  parameters.classifier_features = features;
  return parameters;
}

/// Considers a link with a text around it.
UrlClassifier::Prediction predict(UrlClassifier& classifier, FakeContext& context, UrlId id,
                                  const std::string& around) {
  LinkObservation observation;
  observation.around = around;
  LinkView view = context.link(id);
  view.observation = &observation;
  return classifier.predict(view);
}

const std::vector<std::string> kLearners{"lr", "svm", "nb", "pa"};
const std::vector<std::string> kFeatures{"url", "url+context"};

}  // namespace

BOOST_AUTO_TEST_SUITE(url_classifier)

BOOST_AUTO_TEST_CASE(ten_labels_and_one_more_question) {
  FakeContext context;
  UrlClassifier classifier(SbParameters{}, context);
  BOOST_TEST(ask_types(classifier, context, alternating) == 11);
  BOOST_TEST(!classifier.needs_type_check(context.link(0)));
}

BOOST_AUTO_TEST_CASE(neither_and_dead_do_not_count) {
  FakeContext context;
  UrlClassifier classifier(SbParameters{}, context);
  BOOST_TEST(ask_types(classifier, context, [](int i) {
               return i % 3 == 0 ? UrlClass::neither : i % 3 == 1 ? UrlClass::dead : UrlClass::html;
             }) == 31);
}

BOOST_AUTO_TEST_CASE(what_was_predicted_is_learnt_when_fetched) {
  FakeContext context;
  UrlClassifier classifier(SbParameters{}, context);
  ask_types(classifier, context, alternating);
  std::vector<UrlId> files;
  for (int i = 0; i < 100; ++i) files.push_back(add_url(context, kFile));
  const auto predict_one = [&](std::size_t i) {
    return classifier.predict(context.link(files[i]));
  };
  const auto believed = [&] { return predict_one(99).target_probability; };
  const double before = believed();
  BOOST_TEST(before > 0.99);
  // The question after the training gave one label; these give eight more, and the rest none.
  for (std::size_t i = 0; i < 8; ++i) {
    predict_one(i);
    classifier.observe(files[i], UrlClass::html, false);
    classifier.observe(files[i], UrlClass::html, false);  // its turn is over
  }
  classifier.observe(files[50], UrlClass::target, false);  // never predicted
  predict_one(51);
  classifier.observe(files[51], UrlClass::dead, false);
  predict_one(52);
  classifier.observe(files[52], UrlClass::neither, false);
  predict_one(53);
  classifier.observe(files[53], UrlClass::target, true);
  predict_one(54);
  classifier.forget(files[54]);
  classifier.observe(files[54], UrlClass::html, false);
  BOOST_TEST(believed() == before);
  BOOST_TEST(believed() == before);

  predict_one(60);
  classifier.observe(files[60], UrlClass::html, false);
  BOOST_TEST(believed() == before);  // trained only when the next link has been classified
  BOOST_TEST(believed() < before);
  const auto prediction = predict_one(61);
  BOOST_TEST(prediction.html);
  BOOST_TEST(prediction.target_probability < 0.01);
}

BOOST_AUTO_TEST_CASE(predictions_are_counted_against_what_came) {
  FakeContext context;
  UrlClassifier classifier(SbParameters{}, context);
  ask_types(classifier, context, alternating);
  classifier.observe(0, UrlClass::html, false);  // asked for by HEAD, not predicted
  const auto come = [&](UrlClass url_class, bool redirected) {
    const UrlId id = add_url(context, kFile);
    BOOST_TEST(!classifier.predict(context.link(id)).html);
    classifier.observe(id, url_class, redirected);
  };
  come(UrlClass::html, false);
  come(UrlClass::target, false);
  come(UrlClass::target, false);
  come(UrlClass::dead, false);
  come(UrlClass::neither, false);
  come(UrlClass::target, true);
  const Confusion& confusion = classifier.confusion();
  BOOST_TEST(confusion.counts[0][1] == 2U);
  BOOST_TEST(confusion.counts[1][1] == 2U);
  BOOST_TEST(confusion.counts[2][1] == 2U);
  BOOST_TEST(confusion.counts[0][0] + confusion.counts[1][0] + confusion.counts[2][0] == 0U);
  BOOST_TEST(confusion.misclassification_rate() == 0.5);
}

BOOST_AUTO_TEST_CASE(only_the_context_tells_them_apart) {
  for (const std::string& learner : kLearners) {
    FakeContext context;
    UrlClassifier classifier(with_learner(learner, "url+context"), context);
    LinkObservation observation;
    const auto view_of = [&](int i) {
      LinkView view = context.link(context.add({"http://h/item", "", "/html/body/a", 1}));
      observation.around = i % 2 == 0 ? "Read more about it" : "Download CSV, 3 MB";
      view.observation = &observation;
      return view;
    };
    for (int i = 0; i < 1000; ++i) {
      const LinkView view = view_of(i);
      if (!classifier.needs_type_check(view)) break;
      // As in a crawl, the answer comes when the link's page is no longer in sight.
      classifier.label(context.link(view.url), alternating(i));
    }
    for (int i = 0; i < 60; ++i) {
      const UrlId id = view_of(i).url;
      predict(classifier, context, id, observation.around);
      classifier.observe(id, alternating(i), false);
    }
    const UrlId id = context.add({"http://h/item", "", "/html/body/a", 1});
    BOOST_TEST_CONTEXT(learner) {
      BOOST_TEST(predict(classifier, context, id, "Read more about it").html);
      BOOST_TEST(!predict(classifier, context, id, "Download CSV, 3 MB").html);
    }
  }
}

BOOST_DATA_TEST_CASE(saved_at_any_time_it_goes_on_the_same,
                     boost::unit_test::data::make(kLearners) *
                         boost::unit_test::data::make(kFeatures),
                     learner, features) {
  FakeContext context;
  const SbParameters parameters = with_learner(learner, features);
  auto classifier = std::make_unique<UrlClassifier>(parameters, context);
  UrlClassifier unbroken(parameters, context);
  for (int i = 0; i < 60; ++i) {
    const std::string url = (i % 3 == 0 ? "http://h/page/" : "http://h/f.csv?") + std::to_string(i);
    const UrlId id = context.add({url, "anchor " + std::to_string(i % 7), "/html/body/a", 1});
    ByteWriter out;
    classifier->save(out);
    classifier = std::make_unique<UrlClassifier>(parameters, context);
    ByteReader in(out.bytes());
    BOOST_REQUIRE(classifier->load(in));
    BOOST_REQUIRE(in.at_end());
    const UrlClass truth = i % 3 == 0 ? UrlClass::html : UrlClass::target;
    const bool asks = unbroken.needs_type_check(context.link(id));
    BOOST_REQUIRE(classifier->needs_type_check(context.link(id)) == asks);
    for (UrlClassifier* one : {classifier.get(), &unbroken}) {
      if (asks) one->label(context.link(id), truth);
    }
    if (asks) continue;
    const std::string around = "text " + std::to_string(i);
    const auto expected = predict(unbroken, context, id, around);
    const auto prediction = predict(*classifier, context, id, around);
    BOOST_REQUIRE(prediction.html == expected.html);
    BOOST_REQUIRE(prediction.target_probability == expected.target_probability);
    // Two steps later, so that some are always awaited.
    if (id >= 2) {
      for (UrlClassifier* one : {classifier.get(), &unbroken}) {
        one->observe(id - 2, (i - 2) % 3 == 0 ? UrlClass::html : UrlClass::target, i % 5 == 0);
      }
    }
  }
  BOOST_TEST((classifier->confusion().counts == unbroken.confusion().counts));
  BOOST_TEST(unbroken.confusion().counts[1][1] > 0U);
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
  FakeContext context;
  const SbParameters parameters = with_learner("lr", "url+context");
  UrlClassifier classifier(parameters, context);
  ask_types(classifier, context, alternating);
  predict(classifier, context, add_url(context, kFile), "around");
  ByteWriter out;
  classifier.save(out);
  const Bytes& whole = out.bytes();
  for (std::size_t cut = 1; cut < 200; ++cut) {
    ByteReader in(whole.data(), whole.size() - cut);
    UrlClassifier other(parameters, context);
    BOOST_REQUIRE(!other.load(in));
  }
}

BOOST_AUTO_TEST_CASE(urls_that_nobody_knows_are_refused) {
  FakeContext context;
  UrlClassifier classifier(SbParameters{}, context);
  ask_types(classifier, context, alternating);
  classifier.predict(context.link(5));
  ByteWriter out;
  classifier.save(out);
  FakeContext empty;
  UrlClassifier other(SbParameters{}, empty);
  ByteReader in(out.bytes());
  BOOST_TEST(!other.load(in));
}

BOOST_AUTO_TEST_SUITE_END()
