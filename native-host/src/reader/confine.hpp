// Giving away what reading a file does not need.
#pragma once

namespace tagtrail::reader {

/// From here on this process can read and write what is open, use memory up to 1 GiB and 8 seconds
/// of processor time, and end. A call to open something fails; any other call of the kernel ends
/// it. Can't be undone. False, and nothing may be read then: the system has no such confinement.
bool confine();

}  // namespace tagtrail::reader
