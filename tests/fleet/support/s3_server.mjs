// S3Server as a program, for another machine: `node s3_server.mjs FOLDER ADDRESS`. Prints `{ endpoint }` when it listens, and
// the faults of requests when its standard input ends.
import { S3Server } from "./s3.mjs";

const [folder, address] = process.argv.slice(2);
const s3 = new S3Server(folder);
await s3.start(address);
console.log(JSON.stringify({ endpoint: s3.endpoint }));
process.stdin.resume().once("end", () => {
  console.log(JSON.stringify({ requests: s3.log.length, faults: s3.log.map(({ fault }) => fault).filter(Boolean) }));
  process.exit(0);
});
