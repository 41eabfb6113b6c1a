// The batch build runs for the command line: a headless run can't be asked, so it has all permissions
// from the start, and nobody watches its tabs. The store build is people's own, and asks.

export const IS_TRUSTED = __BUILD__ === "batch";
