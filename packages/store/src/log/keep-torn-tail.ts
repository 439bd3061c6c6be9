import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { openRegular } from "../files/open-regular.ts";
import { syncFolder } from "./sync-folder.ts";

/** Copies the unfinished end of a log to `<log>.torn-<n>` beside it, on disk before it resolves. Nothing is ever overwritten. */
export async function keepTornTail(log: string, from: number, bytes: number): Promise<string> {
  const source = await openRegular(log, constants.O_RDONLY);
  try {
    const base = log.replace(/\.jsonl$/, "");
    for (let number = 1; ; number++) {
      const path = `${base}.torn-${number}`;
      const target = await open(path, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === "EEXIST") return undefined;
        throw cause;
      });
      if (!target) continue;
      try {
        const chunk = Buffer.allocUnsafe(Math.min(bytes, 1 << 20));
        for (let done = 0; done < bytes; ) {
          const { bytesRead } = await source.read(
            chunk,
            0,
            Math.min(chunk.length, bytes - done),
            from + done,
          );
          if (bytesRead === 0) break;
          await target.writeFile(chunk.subarray(0, bytesRead));
          done += bytesRead;
        }
        await target.sync();
      } finally {
        await target.close();
      }
      await syncFolder(dirname(log));
      return path;
    }
  } finally {
    await source.close();
  }
}
