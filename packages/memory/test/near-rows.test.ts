import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createEmbedder } from "@kestrel/backends";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../store/src/index.ts";
import { vectorTable } from "../src/backends/vector-table.ts";
import { givenBook } from "./given-book.ts";
import { backends, temporaryFolder } from "./given-memory.ts";

/** Directions by what a text is about: its first subject that is named here. */
const subjects = [
  ["food", /peanut|restaurant|dinner/],
  ["kestrel", /^kestrel$/],
  ...Array.from({ length: 20 }, (_, at) => [`n${at}`, new RegExp(`number ${at}\\b`)] as const),
] as const;

/** A server of embeddings, by the answer of `POST /v1/embeddings` as llama.cpp and OpenAI document it. */
async function givenEmbedder() {
  const asked: string[][] = [];
  const mood: { now: "answers" | "silence" | "reset"; shift: number } = { now: "answers", shift: 0 };
  const server = createServer(async (request, response) => {
    if (mood.now === "reset") return void request.socket.destroy();
    if (mood.now === "silence") return;
    let body = "";
    for await (const piece of request) body += piece;
    const { input } = JSON.parse(body) as { input: string[] };
    asked.push(input);
    const data = input.map((text, index) => ({
      ...{ object: "embedding", index },
      embedding: subjects.map(
        ([, words], at) => (words.test(text) ? 1 : 0.01 * (at % 3)) + (at === 3 ? mood.shift : 0),
      ),
    }));
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ object: "list", model: "m", data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, mood };
}

const turn = (words: string) => ({ words, workspace: "/home/ada/here", known: [] });

async function givenNear(folder?: string) {
  const embeds = await givenEmbedder();
  const near = { embedder: createEmbedder({ kind: "openai", url: embeds.url }), model: "m" };
  const { book, clock } = givenBook(folder ?? (await temporaryFolder()), { near });
  const found = async (words: string) =>
    (await book.recall(turn(words)))?.found.map(({ content }) => content);
  return { ...embeds, book, clock, found };
}

describe.runIf("sqlite" in backends)("vectors of the user's own embedder", () => {
  const peanuts = "The user cannot eat peanuts.";
  const fill = async (book: Awaited<ReturnType<typeof givenNear>>["book"]) => {
    await book.store({ content: peanuts });
    for (let at = 0; at < 12; at++) await book.store({ content: `The heron is number ${at}.` });
  };

  it("add a row that no word finds, once the facts were read behind a message; each is read once", async () => {
    const folder = await temporaryFolder();
    const { book, found, asked } = await givenNear(folder);
    await fill(book);
    expect(await found("suggest a restaurant")).toEqual([]);
    await expect.poll(() => asked.flat()).toContain(peanuts);
    await expect.poll(() => found("suggest a restaurant")).toEqual([peanuts]);
    expect(await found("which heron has number 3?")).toContain("The heron is number 3.");
    expect(await found("hello there")).toEqual([]);
    const read = asked.flat();
    expect(read.filter((text) => text === peanuts)).toHaveLength(1);
    await book.close();
    const again = await givenNear(folder);
    expect(await again.found("suggest a restaurant")).toEqual([peanuts]);
    expect(again.asked).toEqual([["kestrel", "suggest a restaurant"]]);
  });

  it("are forgotten with their fact, and all of them when another model answers", async () => {
    const { book, found, asked, mood } = await givenNear();
    await fill(book);
    await found("suggest a restaurant");
    await expect.poll(() => found("suggest a restaurant")).toEqual([peanuts]);
    const { rows } = await book.list({ all: true });
    await book.forget(rows[0]?.id ?? "");
    expect(await found("suggest a restaurant")).toEqual([]);
    mood.shift = 50;
    const before = asked.length;
    await found("suggest a restaurant");
    await expect.poll(() => asked.slice(before).flat()).toContain("The heron is number 3.");
  });

  it.each(["silence", "reset"] as const)(
    "cost nothing but a moment where the server answers with %s",
    async (ending) => {
      const { book, found, mood } = await givenNear();
      await fill(book);
      await found("suggest a restaurant");
      await expect.poll(() => found("suggest a restaurant")).toEqual([peanuts]);
      mood.now = ending;
      const began = performance.now();
      expect(await found("which heron has number 3?")).toContain("The heron is number 3.");
      expect(performance.now() - began).toBeLessThan(500);
      const later = performance.now();
      expect(await found("which heron has number 4?")).toContain("The heron is number 4.");
      expect(performance.now() - later).toBeLessThan(100);
    },
  );

  it("are kept up to a number, and what was used longest ago goes first", async () => {
    const database = await openDatabase(join(await temporaryFolder(), "memory.db"));
    const table = vectorTable(database, 3);
    for (const name of ["a", "b", "c"]) table.put("m", new Map([[name, [1, 0]]]));
    table.get("m", ["a"]);
    table.put("m", new Map([["d", [0, 1]]]));
    expect([...table.get("m", ["a", "b", "c", "d"]).keys()].sort()).toEqual(["a", "c", "d"]);
    expect(table.get("other", ["a"]).size).toBe(0);
    expect([...(table.get("m", ["d"]).get("d") ?? [])]).toEqual([0, 1]);
    database.close();
  });
});
