// What the browser starts as the host: copies bytes between its standard streams and a socket.
import { connect } from "node:net";

const socket = connect(process.argv[2]);
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on("error", () => process.exit(1));
socket.on("close", () => process.exit(0));
