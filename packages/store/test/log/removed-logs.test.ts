import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { jsonlArchive } from "../../src/index.ts";
import { temporaryData } from "../temporary-data.ts";

const opened = (title: string) => ({
  type: "session.opened" as const,
  sessionId: SessionId.parse(title),
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "omit" as const },
  mode: "ask" as const,
  version: "0",
});

it("logs put aside are listed, the latest first, until they are back; what is no log is not", async () => {
  const paths = await temporaryData();
  let time = Date.parse("2026-01-01T00:00:00Z");
  const archive = jsonlArchive(paths, () => new Date(time));
  for (const name of ["s11111111", "s22222222"]) {
    const log = await archive.create(SessionId.parse(name));
    await log.append([opened(name)]);
    await log.close();
    await archive.remove(SessionId.parse(name));
    time += 1000;
  }
  await writeFile(join(paths.removed, "s33333333.5.jsonl"), "");
  const told = async () => (await archive.removed()).map(({ session, removedAt }) => [session.id, removedAt]);
  expect(await told()).toEqual([
    ["s22222222", "2026-01-01T00:00:01.000Z"],
    ["s11111111", "2026-01-01T00:00:00.000Z"],
  ]);
  await archive.restore(SessionId.parse("s22222222"));
  expect(await told()).toEqual([["s11111111", "2026-01-01T00:00:00.000Z"]]);
});
