// Policy `tres-lite`: TRES (a tree-frontier with double deep Q-learning, rewarded by a text
// classifier), as the SB-CLASSIFIER study set it up to find data files. Replay only: it is told
// which links are pages, and is trained on pages of the evaluated site.
//
// Kept as published: the seven numbers of a link, keywords and how they are matched, thermometer
// codes, the rules of the tree, one random link a leaf, the random phase of 300, the Q-network and
// all its figures, the reward (the classifier's P >= 0.5; targets found teach nothing), and that
// links to anything but pages are fetched right after their page, a request each.
//
// Simplified, which is why it is not called `tres`:
// - word vectors are drawn by the hash of the word, for want of trained ones; so keywords are not
//   expanded either (there is no similarity between words), and every word has a vector;
// - vectors of 100 numbers, LSTM of 64 units each way, texts of 100 words (300, 300+300, 300);
// - the classifier learns from up to 100 pages of the site that link to targets and as many that do
//   not (1,000 of several sites, against pages of the open directory), in 60 batches of 16,
//   without folds to choose from; pages are their title and first 300 words;
// - tanh and sigmoid are rational approximations.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kTresLite;

}  // namespace tagtrail
