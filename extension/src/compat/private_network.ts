// Addresses of one's own machine or network, as far as they can be seen in a URL.

/** Whether a URL names a private address itself; what a name leads to only a look-up can tell. */
export function namesPrivateAddress(url: string): boolean {
  const { hostname } = new URL(url);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  if (hostname.startsWith("[")) return /^\[(::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(hostname);
  // URL has made every way to write an IPv4 address into this one.
  const [a = -1, b = -1, c, d] = hostname.split(".").map(Number);
  if (!/^\d+(\.\d+){3}$/.test(hostname) || c === undefined || d === undefined) return false;
  return (
    a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b < 32)
  );
}
