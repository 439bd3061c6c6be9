import { open } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";
import { ggufExtent } from "./gguf-extent.ts";

/** A header is a few megabytes of vocabulary; one that goes on longer than this is not one. */
const longestHeader = 512 << 20;

/**
 * Rejects with `model_file_invalid` {file, why} unless the file can be read, is a GGUF and is as long as its tensors need.
 * `why` is `unreadable`, `not_a_file`, `empty`, `not_gguf` or `truncated` (then with `bytes` and `needed`).
 */
export async function checkModelFile(
  file: string,
  place: Readonly<Record<string, string>> = {},
): Promise<void> {
  const refuse = (why: string, facts: Record<string, string | number> = {}, cause?: unknown): KestrelError =>
    new KestrelError(
      "model_file_invalid",
      `${file} is no model: ${why}`,
      { file, why, ...place, ...facts },
      { cause },
    );
  const handle = await open(file, "r").catch((cause: NodeJS.ErrnoException) => {
    throw refuse("unreadable", { reason: cause.code ?? "unknown" }, cause);
  });
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw refuse("not_a_file");
    if (facts.size === 0) throw refuse("empty");
    for (let length = 4 << 20; ; length *= 4) {
      const head = Buffer.alloc(Math.min(length, facts.size));
      const { bytesRead } = await handle.read(head, 0, head.length, 0);
      const extent = ggufExtent(head.subarray(0, bytesRead));
      if (extent.kind === "not-gguf") throw refuse("not_gguf");
      if (extent.kind === "extent") {
        if (extent.bytes <= facts.size) return;
        throw refuse("truncated", { bytes: facts.size, needed: extent.bytes });
      }
      if (head.length === facts.size) throw refuse("truncated", { bytes: facts.size });
      if (length > longestHeader) throw refuse("not_gguf");
    }
  } finally {
    await handle.close();
  }
}
