import { Writable } from "node:stream";

/**
 * Standard output for a protocol alone. One foreign line would be a parse error at the other end: from here on whatever else this
 * process prints goes to standard error.
 */
export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new Writable({ write: (bytes, _, done) => void write(bytes, done) });
}
