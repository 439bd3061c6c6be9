import { execFileSync } from "node:child_process";
import { open, readFile, rename, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { type DataPaths, jsonlArchive, readToken, sessionCatalog } from "../../src/index.ts";
import { temporaryData } from "../temporary-data.ts";
import { everything, titled } from "./stories.ts";

const id = SessionId.parse("s00000001");

const opened: EventBody = {
  type: "session.opened",
  sessionId: id,
  workspace: "/projects/kestrel",
  prefix: { system: "", tools: [], reasoning: "omit" },
  mode: "ask",
  version: "0.1.0",
};

const megabyte = 1 << 20;

/** What may lie where a log should, and what is told of it. `events`: those that can be read all the same. */
type Row = {
  title: string;
  make(file: string): Promise<void>;
  events?: number;
  listed: boolean;
  opens: "damaged" | "refused";
};

/** A log that opens all the same, with what of it can be read, and tells that it is damaged. */
const damaged = (title: string, events: number, make: Row["make"]): Row => ({
  title,
  make,
  events,
  listed: true,
  opens: "damaged",
});

const table: readonly Row[] = [
  damaged("a first line that is damaged", 2, async (file) => {
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("session.opened", "session.opemed"));
  }),
  damaged("a first line that is gone", 2, async (file) => {
    const text = await readFile(file, "utf8");
    await writeFile(file, text.slice(text.indexOf("\n") + 1));
  }),
  damaged("a line of 100 MB between the others", 3, async (file) => {
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, [lines[0], "x".repeat(100 * megabyte), lines[1], lines[2], ""].join("\n"));
  }),
  damaged("100 MB behind the last line, without an end", 3, async (file) => {
    const handle = await open(file, "a");
    await handle.write("y".repeat(100 * megabyte));
    await handle.close();
  }),
  damaged("a hole of 200 MB in place of the lines", 0, async (file) => {
    await rm(file);
    await writeFile(file, "");
    await truncate(file, 200 * megabyte);
  }),
  damaged("two million empty lines", 0, (file) => writeFile(file, "\n".repeat(2_000_000))),
  damaged("half a million lines that are no JSON", 0, (file) =>
    writeFile(file, '{"v":1,"seq":\n'.repeat(500_000)),
  ),
  {
    title: "a pipe that nobody writes to",
    make: async (file) => {
      await rm(file);
      execFileSync("mkfifo", [file]);
    },
    listed: false,
    opens: "refused",
  },
  {
    title: "a link to an endless device",
    make: async (file) => {
      await rm(file);
      await symlink("/dev/zero", file);
    },
    listed: false,
    opens: "refused",
  },
  {
    title: "a link to another file",
    make: async (file) => {
      await rename(file, `${file}.real`);
      await symlink(`${file}.real`, file);
    },
    listed: false,
    opens: "refused",
  },
];

describe("in place of a log", () => {
  it.each(table)("$title is told or passed over, and holds nobody up", async (row) => {
    const { result, blockedMs, given } = await longestBlock(
      async ({ paths }) => {
        const listed = await listedIn(paths);
        const archive = jsonlArchive(paths);
        const log = await archive.open(id).catch(({ code }: { code: string }) => code);
        if (typeof log === "string") return { listed, log };
        const events = await everything(log);
        const appended = await log.append([titled("more")]).then(
          () => "appended",
          ({ code }: { code: string }) => code,
        );
        await log.close();
        return { listed, log: "open", events: events.length, damage: log.damage?.(), appended };
      },
      async () => {
        const paths = await givenLog();
        const file = join(paths.sessions, `${id}.jsonl`);
        await row.make(file);
        return { paths, file, size: (await stat(file)).size };
      },
    );
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    expect(result.listed.map((summary) => summary.id)).toEqual(row.listed ? [id] : []);
    if (row.listed) expect(result.listed[0]).toMatchObject({ attention: "error", damage: expect.anything() });
    if (row.opens === "refused") {
      expect(result.log).toBe("log_damaged");
      return;
    }
    expect(result.events).toBe(row.events);
    expect(result.damage).toBeDefined();
    if (result.appended === "log_damaged") expect((await stat(given.file)).size).toBe(given.size);
  });

  it("leaves a session that has all its lines as it was", async () => {
    const paths = await givenLog();
    const [summary] = await listedIn(paths);
    expect(summary).toMatchObject({ id, title: "later", attention: "empty" });
    expect(summary).not.toHaveProperty("damage");
  });
});

it("a token that is a pipe is none, and nobody waits for it", async () => {
  const paths = await temporaryData();
  execFileSync("mkfifo", [join(paths.run, "token")]);
  await expect(readToken(paths)).rejects.toMatchObject({ code: "not_a_file" });
});

async function givenLog(): Promise<DataPaths> {
  const paths = await temporaryData();
  const log = await jsonlArchive(paths).create(id);
  await log.append([opened, titled("first"), titled("later")]);
  await log.close();
  return paths;
}

async function listedIn(paths: DataPaths) {
  const catalog = sessionCatalog(paths);
  onTestFinished(() => catalog.close());
  return catalog.list();
}
