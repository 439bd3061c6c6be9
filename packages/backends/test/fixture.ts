import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The bytes of a recorded or hand-written answer in `fixtures/`. */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "fixtures", name));
}
