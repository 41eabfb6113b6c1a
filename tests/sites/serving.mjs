// What the test servers share: listening on loopback, saying where, and ending with their parent.

/** Prints the one line {"url"} when listening; ends on SIGTERM, and with standard input if asked. */
export function serve(server, { address = '127.0.0.1', port = 0, withParent = false } = {}) {
  server.on('error', (error) => {
    console.error(`cannot listen: ${error.message}`);
    process.exit(3);
  });
  server.listen(port, address, () => {
    console.log(JSON.stringify({ url: `http://${address}:${server.address().port}/` }));
  });
  const end = () => process.exit(0);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (withParent) process.stdin.on('end', end).on('error', end).resume();
}
