import type { TokenFile } from "../../src/index.ts";

/** Access tokens that are kept as long as the test keeps this. `fails`: the disk takes nothing. */
export function memoryTokens(rows: readonly unknown[] = [], disk: { fails?: true } = {}) {
  let kept = rows;
  const file: TokenFile = {
    read: async () => kept,
    write: async (next) => {
      if (disk.fails) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      kept = next;
    },
  };
  return { ...file, kept: () => kept };
}
