import { Writable } from "node:stream";

/** Reserves standard output for a protocol, where any other line would be a parse error. All other output goes to standard error. */
export function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new Writable({ write: (bytes, _, done) => void write(bytes, done) });
}
