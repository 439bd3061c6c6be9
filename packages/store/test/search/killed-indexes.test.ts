import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { dataPaths, jsonlArchive, prepareFolders, sessionCatalog, sessionSearch } from "../../src/index.ts";
import { chosenSeed, dice } from "../dice.ts";
import { buildFixture, type Fixture, start } from "../run-fixture.ts";
import { quickFolder } from "../temporary-data.ts";

const sessions = rounds(60, 1_000);

async function given() {
  const data = join(await quickFolder(), "data");
  const paths = dataPaths({ KESTREL_DATA_DIR: data });
  await prepareFolders(paths);
  const archive = jsonlArchive(paths);
  for (let number = 1; number <= sessions; number++) {
    const sessionId = SessionId.parse(`s${String(number).padStart(8, "0")}`);
    const turnId = `t${number}`;
    const prefix = { system: "", tools: [], reasoning: "omit" as const };
    const said: EventBody[] = [
      {
        type: "session.opened",
        sessionId,
        workspace: "/projects/birds",
        prefix,
        mode: "ask",
        version: "0.1.0",
      },
      { type: "turn.started", turnId, text: `the kingfisher of river ${number}` },
      ...Array.from(
        { length: 20 },
        (_, at): EventBody => ({
          type: "reply.text",
          turnId,
          step: 1,
          offset: at * 900,
          text: "water ".repeat(150),
        }),
      ),
      { type: "turn.ended", turnId, reason: "done" },
    ];
    const log = await archive.create(sessionId);
    await log.append(said);
    await log.close();
  }
  return { data, paths };
}

describe("what is made of the logs", () => {
  let maker: Fixture;
  beforeAll(async () => {
    maker = await buildFixture("make-indexes");
  });
  afterAll(() => maker.remove());

  it("is as a fresh scan makes it, however often its maker was killed", {
    timeout: rounds(120_000, 900_000),
  }, async () => {
    const roll = dice(chosenSeed());
    const { data, paths } = await given();
    let inTheMiddle = 0;
    for (let kill = 0; kill < rounds(10, 50); kill++) {
      const { child, said, until, ended } = start(process.execPath, [maker.file, data]);
      await until((line) => line === "begun");
      await sleep(roll(rounds(150, 1_000)));
      child.kill("SIGKILL");
      await ended;
      if (!said.includes("whole")) inTheMiddle++;
    }
    expect(inTheMiddle).toBeGreaterThan(0);
    const fresh = sessionCatalog(paths, () => {
      throw new Error("the native part does not load here");
    });
    const catalog = sessionCatalog(paths);
    expect(await catalog.list()).toEqual(await fresh.list());
    await catalog.close();
    const search = sessionSearch(paths);
    let [searched, of] = [0, 1];
    while (searched < of) ({ searched, of } = await search.search("kingfisher"));
    expect(of).toBe(sessions);
    for (const number of [1, Math.ceil(sessions / 2), sessions]) {
      const { found } = await search.search(`"river ${number}"`);
      expect(found.map(({ id }) => id)).toContain(`s${String(number).padStart(8, "0")}`);
    }
    await search.close();
  });
});
