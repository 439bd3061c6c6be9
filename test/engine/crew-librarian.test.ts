import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbedder } from "@kestrel/backends";
import { describe, expect, it, onTestFinished } from "vitest";
import { clearMatches } from "../../packages/core/src/catalog/clear-matches.ts";
import { findCapabilities } from "../../packages/core/src/catalog/find-capabilities.ts";
import { CardShelf } from "../../packages/core/src/crew/retrieval/card-shelf.ts";
import { clearlyNearest, withNearest } from "../../packages/core/src/crew/retrieval/with-nearest.ts";
import { labelled, offered } from "../bench/librarian/labelled.ts";
import { idle } from "../bench/librarian/requests.table.ts";
import { skills } from "../bench/librarian/skills.table.ts";
import { startTestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { writeEmbeddingModel } from "../models/embedding/embedding-model.ts";
import { callsTool } from "../models/scripted/script.ts";
import { startLlamaServer } from "./start-llama-server.ts";

const never = new AbortController().signal;

/** A generated model of embeddings in a file that goes with the test. */
async function model(knows: "meanings" | "spelling"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-librarian-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, `${knows}.gguf`);
  await writeEmbeddingModel(path, knows);
  return path;
}

describe.skipIf(testEngine === undefined)("a librarian on a real llama-server", () => {
  it.each([
    ["meanings", 55, 45],
    ["spelling", 0, 0],
  ] as const)(
    "that knows %s takes nothing from the words, and lays nothing wrong",
    async (knows, more, laidMore) => {
      const flags = ["--embeddings", "--pooling", "mean", "-c", "2048"];
      const server = await startLlamaServer(testEngine ?? "", await model(knows), flags);
      onTestFinished(() => server.stop());
      const shelf = new CardShelf(createEmbedder({ kind: "llama-cpp", url: server.url }), (text) => text);
      const among = (found: readonly { name: string }[], skill: string) =>
        found.some(({ name }) => name === skill);
      const laid = async (said: string) => {
        const named = clearMatches(offered, said);
        if (named.length > 0) return named.map(({ name }) => name);
        const nearest = clearlyNearest(await shelf.nearest(offered, said, never));
        return nearest ? [nearest.name] : [];
      };
      let [byWords, byBoth, laidByWords, laidRight] = [0, 0, 0, 0];
      for (const { skill, said } of labelled) {
        const words = findCapabilities(offered, said);
        const both = withNearest(words, await shelf.nearest(offered, said, never), offered);
        if (among(words, skill)) expect(among(both, skill)).toBe(true);
        byWords += Number(among(words, skill));
        byBoth += Number(among(both, skill));
        laidByWords += Number(among(clearMatches(offered, said), skill));
        const names = await laid(said);
        expect(names.filter((name) => name !== skill)).toEqual([]);
        laidRight += Number(names.includes(skill));
      }
      for (const said of idle) expect(await laid(said)).toEqual([]);
      expect(labelled.length).toBeGreaterThanOrEqual(80);
      expect(byBoth).toBeGreaterThanOrEqual(byWords + more);
      expect(laidRight).toBeGreaterThanOrEqual(laidByWords + laidMore);
    },
  );

  it("finds for the model what nobody named, and lays it ready from the second message on", async () => {
    const find = callsTool("use", { name: "what the customer owes", action: "find" });
    const daemon = await startTestDaemon({
      scripts: {
        find: { replies: [find, { says: "Found it." }] },
        hello: { replies: [{ says: "Hello." }] },
        slow: { heard: "找出性能瓶颈", says: "Looking." },
      },
      window: 16_384,
      loadout: `[crew.librarian]\nsource = "self"\npath = ${JSON.stringify(await model("meanings"))}\n`,
    });
    const files = skills.map(([name, description]) => [
      `${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${description}\n---\nDo it so.\n`,
    ]);
    await writeFiles(join(daemon.dataFolder, "config", "skills"), Object.fromEntries(files));
    const session = await openTestSession(daemon);
    await session.turn("[[hello]]");
    await session.until("crew.job", 0, ({ kind, outcome }) => kind === "retrieval" && outcome === "done");
    const turn = await session.turn("[[find]]");
    expect(bodiesOf(turn, "tool.finished")[0]?.content).toContain("invoice");
    // A busy machine may be too slow for one message; the next one asks again.
    const laid = () =>
      bodiesOf(session.events, "context.added").flatMap(({ described = [] }) =>
        described.map(({ name }) => name),
      );
    for (let time = 0; time < 20 && laid().length === 0; time++) await session.turn("程序太慢，找出性能瓶颈");
    expect(laid()).toEqual(["performance-profiling"]);
    expect(bodiesOf(session.events, "crew.job").at(-1)).toMatchObject({ role: "librarian", used: true });
  });
});
