// What tells the store of a fleet from an empty folder, or from another fleet's: contents of its
// own, which the database names. Without, a shared folder that is not mounted on one machine is a
// store that has lost everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fleet/postgres.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct StoreMark {
  std::string sha256;  ///< of the mark
  std::string text;    ///< its contents, made up here; empty: the database names one
  /// Of a fleet that had none: what must be in its store, or nothing of it is there.
  std::vector<std::string> checkpoints{};

  bool is_settled() const { return text.empty(); }
};

/// As the database has it, or one that is new. Errors: invalid_data, those of Connection::run().
Expected<StoreMark> read_store_mark(postgres::Connection& connection);

/// Errors: network (this is not the fleet's store), those of Store.
Expected<void> must_have_mark(Store& store, const std::string& sha256);

/// Whether this is the fleet's store and can be used; a new mark is put there. Errors: network (it
/// is not the fleet's, maybe not yet), those of try_store().
Expected<void> prove_store(Store& store, const StoreMark& mark);

/// Writes a new mark down, once it is in the store. Where another was quicker, that is the mark
/// now, and is still to be proved. Errors: those of Connection::run().
Expected<StoreMark> settle_store_mark(postgres::Connection& connection, const StoreMark& mark);

/// The fleet gets another store: sites go on from the folders of their workers, or anew. Returns
/// how many had a checkpoint. Errors: those of Connection::run().
Expected<std::uint64_t> forget_store(postgres::Connection& connection);

}  // namespace tagtrail::host
