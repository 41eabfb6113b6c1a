// ManySites as a program, for another machine: `node many_sites_server.mjs NET SETUP`, both of the constructor. Prints
// `{ port }` when it listens, and its log when its standard input ends.
import { ManySites } from "./sites.mjs";

const [net, setup] = process.argv.slice(2);
const sites = new ManySites({ ...JSON.parse(setup), net });
await sites.start();
console.log(JSON.stringify({ port: sites.port }));
process.stdin.resume().once("end", () => {
  console.log(JSON.stringify({ log: sites.log, askedByTwo: sites.askedByTwo() }));
  process.exit(0);
});
