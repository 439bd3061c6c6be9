import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MemoryBackend } from "../src/index.ts";
import { backends, rowOf, temporaryFolder } from "./given-memory.ts";

type Memory = { type: "memory"; id: string; content: string };
type Query = { type: "query"; lang: "en" | "zh"; kind: string; text: string; relevant: string[] };

const root = join(import.meta.dirname, "../../..");

/** Our own sets, the second written after the rules were chosen, and another of their shape where one is named. */
const sets = [
  ...["labelled", "labelled-2"].map((name) => join(import.meta.dirname, `fixtures/${name}.jsonl`)),
  process.env.KESTREL_MEMORY_SET,
].filter((file) => file !== undefined);

/** Paragraphs of technical prose, of the packages that are installed here. */
function unrelated(most: number): string[] {
  const store = join(root, "node_modules/.pnpm");
  const met = new Set<string>();
  for (const entry of readdirSync(store).sort()) {
    const name = entry.replace(/@[^@]*$/, "").replace("+", "/");
    const file = join(store, entry, "node_modules", name, "README.md");
    if (!existsSync(file)) continue;
    for (const paragraph of readFileSync(file, "utf8").split(/\n\s*\n/)) {
      const text = paragraph.replace(/\s+/g, " ").trim();
      if (/^[A-Z]/.test(text) && text.length > 60 && text.length < 300) met.add(text);
      if (met.size >= most) return [...met];
    }
  }
  return [...met];
}

async function measured(memory: MemoryBackend, queries: readonly Query[]) {
  let [recall, positives, zh, chinese] = [0, 0, 0, 0];
  const falsely: string[] = [];
  for (const { text, relevant, lang, kind } of queries) {
    const found = (await memory.recall(text, {}, 5)).map(({ row }) => row.key);
    if (kind === "negative") {
      if (found.length > 0) falsely.push(text);
      continue;
    }
    const share = relevant.filter((id) => found.includes(id)).length / relevant.length;
    recall += share;
    positives += 1;
    if (lang === "zh") [zh, chinese] = [zh + share, chinese + 1];
  }
  return { recall: recall / positives, zh: zh / chinese, falsely };
}

describe.each(sets)("the labelled set %s", (file) => {
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Memory | Query);
  const memories = lines.filter((line) => line.type === "memory");
  const queries = lines.filter((line) => line.type === "query");
  const open = backends.sqlite ?? (backends.jsonl as (typeof backends)[string]);

  async function givenSet(): Promise<MemoryBackend> {
    const memory = await open(await temporaryFolder());
    onTestFinished(() => memory.close());
    for (const { id, content } of memories) await memory.store(rowOf(content, { key: id }));
    return memory;
  }

  it("is recalled well enough in both languages, and nothing where nothing is meant", async () => {
    const memory = await givenSet();
    const { recall, zh, falsely } = await measured(memory, queries);
    expect(falsely).toEqual([]);
    expect(recall).toBeGreaterThanOrEqual(0.68);
    expect(zh).toBeGreaterThanOrEqual(0.75);
  });

  it("is hardly disturbed by a thousand unrelated rows, and scores are as they were", async () => {
    const memory = await givenSet();
    const before = await Promise.all(queries.map(({ text }) => memory.recall(text, {}, 5)));
    const noise = unrelated(1_000);
    expect(noise.length).toBeGreaterThan(900);
    for (const content of noise) await memory.store(rowOf(content));
    const after = await Promise.all(queries.map(({ text }) => memory.recall(text, {}, 50)));
    for (const [at, found] of before.entries())
      for (const { row, score } of found) {
        const now = after[at]?.find((one) => one.row.id === row.id);
        // Rows far behind a better one are not given; the score itself is the same.
        if (now) expect(now.score).toBe(score);
        else expect(after[at]?.[0]?.score).toBeGreaterThan(score);
      }
    const { recall, falsely } = await measured(memory, queries);
    expect(falsely.length).toBeLessThanOrEqual(2);
    expect(recall).toBeGreaterThanOrEqual(0.68);
  });
});

describe.each(Object.entries(backends))("one row in the %s backend", (_, open) => {
  it("has the same score alone and among a thousand", async () => {
    const memory = await open(await temporaryFolder());
    await memory.store(rowOf("The favourite drink is espresso.", { key: "drink" }));
    const ask = () => memory.recall("what is my favourite drink?", {}, 5);
    const alone = await ask();
    expect(alone).toMatchObject([{ row: { key: "drink" }, score: 1 }]);
    expect(await memory.recall("how is the ingress of the cluster?", {}, 5)).toEqual([]);
    for (let at = 0; at < 1_000; at++)
      if (at < 60 || memory.kind === "sqlite") await memory.store(rowOf(`Row ${at} speaks of ore and zinc.`));
    expect(await ask()).toEqual(alone);
    expect(await memory.recall("how is the ingress of the cluster?", {}, 5)).toEqual([]);
    await memory.close();
  });
});
