import { constants } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoopArchive, LoopLog, StampedLoopEvent } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { LoopEvent, LoopId } from "@kestrel/protocol/loop";
import { jsonOrNothing } from "@kestrel/text";
import { unwritableFolder } from "../data-paths.ts";
import { openRegular } from "../files/open-regular.ts";

/** Logs of loops, one JSONL file each. They are short and rarely written: no checkpoint, no batches. */
export function loopArchive(folder: string, now: () => Date = () => new Date()): LoopArchive {
  const fileOf = (id: LoopId) => join(folder, `${id}.jsonl`);
  const logAt = async (id: LoopId, size: number): Promise<LoopLog> => {
    const handle = await openRegular(fileOf(id), constants.O_RDWR | constants.O_APPEND);
    await handle.truncate(size);
    let end = size;
    return {
      append: async (body) => {
        const event = { at: now().toISOString(), body };
        const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
        try {
          await handle.appendFile(bytes);
          await handle.datasync();
        } catch (cause) {
          // A partial line would corrupt the next one.
          await handle.truncate(end).catch(() => undefined); // expected: the disk is full, and that is reported
          throw unwritableFolder(folder, cause);
        }
        end += bytes.length;
        return event;
      },
      close: () => handle.close(),
    };
  };
  return {
    async create(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(id), "", { mode: 0o600, flag: "wx" });
      return logAt(id, 0);
    },
    async open(id) {
      const text = await readFile(fileOf(id), "utf8");
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      const events = whole.split("\n").flatMap((line): StampedLoopEvent[] => {
        const read = jsonOrNothing(line) as { at?: unknown; body?: unknown } | undefined;
        const body = LoopEvent.safeParse(read?.body);
        return body.success && typeof read?.at === "string" ? [{ at: read.at, body: body.data }] : [];
      });
      return { log: await logAt(id, Buffer.byteLength(whole)), events };
    },
    async list() {
      const names = (await readdir(folder).catch(absent)) ?? [];
      return names.flatMap((name) => LoopId.safeParse(/^(l\w+)\.jsonl$/.exec(name)?.[1]).data ?? []);
    },
  };
}
