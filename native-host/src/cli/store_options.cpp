#include "cli/store_options.hpp"

namespace tagtrail::host {

void add_store_options(CLI::App& command, StoreSetup& setup) {
  command.add_option("--store", setup.url,
                     "s3://BUCKET/PREFIX, or file:///FOLDER that all workers share, for "
                     "checkpoints: a site goes on on another machine where it was");
  command.add_option("--store-endpoint", setup.endpoint,
                     "https://HOST[:PORT] of an S3 server that is not AWS's; else "
                     "AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or the profile's endpoint_url");
  command.add_option("--store-sse", setup.encryption,
                     "encryption asked of S3: AES256, aws:kms or aws:kms:KEY");
}

}  // namespace tagtrail::host
