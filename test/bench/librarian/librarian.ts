import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbedder } from "@kestrel/backends";
import { clearMatches } from "../../../packages/core/src/catalog/clear-matches.ts";
import { findCapabilities } from "../../../packages/core/src/catalog/find-capabilities.ts";
import { CardShelf } from "../../../packages/core/src/crew/retrieval/card-shelf.ts";
import { clearlyNearest, withNearest } from "../../../packages/core/src/crew/retrieval/with-nearest.ts";
import { startLlamaServer } from "../../engine/start-llama-server.ts";
import { testEngine } from "../../machine.ts";
import { writeEmbeddingModel } from "../../models/embedding/embedding-model.ts";
import { atLeast, atMost, forComparison, notMeasured, quantile, type Row } from "../row.ts";
import { type Labelled, labelled, offered, type RequestKind } from "./labelled.ts";
import { idle } from "./requests.table.ts";

const never = new AbortController().signal;

/** What `find` answers with, the best first. */
type Search = (request: string) => Promise<readonly { name: string }[]>;
/** What is laid beside a message; nothing beside most. */
type Laying = (said: string) => Promise<readonly string[]>;

/**
 * The librarian's choice among forty skills against that of words alone, with a real llama-server: requests by their kind.
 * `KESTREL_BENCH_EMBEDDINGS` names a model of one's own (a GGUF file) to be measured instead of the generated ones.
 */
export async function measureLibrarian(): Promise<Row[]> {
  const words = await searchRows("by words", async (request) => findCapabilities(offered, request));
  const byWords: Laying = async (said) => clearMatches(offered, said).map(({ name }) => name);
  const alone = [...words, ...(await layingRows("by words", byWords))];
  const what = "the librarian's choice";
  if (testEngine === undefined) return [...alone, notMeasured(what, "no llama-server here")];
  const folder = await mkdtemp(join(tmpdir(), "kestrel-librarian-"));
  try {
    const own = process.env.KESTREL_BENCH_EMBEDDINGS;
    const rows: Row[] = [];
    for (const model of own === undefined ? (["meanings", "spelling"] as const) : [own]) {
      const file = own ?? join(folder, `${model}.gguf`);
      if (model === "meanings" || model === "spelling") await writeEmbeddingModel(file, model);
      rows.push(...(await rowsOf(own === undefined ? model : "own model", file, byWords)));
    }
    return [...alone, ...rows];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rowsOf(label: string, file: string, byWords: Laying): Promise<Row[]> {
  const server = await startLlamaServer(testEngine ?? "", file, [
    "--embeddings",
    "--pooling",
    "mean",
    "-c",
    "2048",
  ]);
  try {
    const shelf = new CardShelf(createEmbedder({ kind: "llama-cpp", url: server.url }), (text) => text);
    const began = performance.now();
    await shelf.read(offered, never);
    const reading = performance.now() - began;
    const times: number[] = [];
    const near = async (said: string) => {
      const asked = performance.now();
      const found = await shelf.nearest(offered, said, never);
      times.push(performance.now() - asked);
      return found;
    };
    const fused: Search = async (request) =>
      withNearest(findCapabilities(offered, request), await near(request), offered);
    const lays: Laying = async (said) => {
      const named = await byWords(said);
      const nearest = named.length > 0 ? undefined : clearlyNearest(await near(said));
      return nearest ? [nearest.name] : named;
    };
    return [
      ...(await searchRows(`by nearness alone (${label})`, near)),
      ...(await searchRows(`words and librarian (${label})`, fused)),
      ...(await layingRows(`words and librarian (${label})`, lays)),
      forComparison(`reading 40 skills once (${label})`, reading, "ms"),
      forComparison(`one request, median (${label})`, quantile(times, 0.5), "ms"),
    ];
  } finally {
    await server.stop();
  }
}

const kinds: readonly RequestKind[] = [
  "en, shared words",
  "en, other words",
  "zh, shared words",
  "zh, other words",
];

/** How often the right one is among the five that are told of, and how often it comes first. */
async function searchRows(how: string, search: Search): Promise<Row[]> {
  const places = await oneByOne(labelled, async (request) => ({
    kind: request.kind,
    at: placeIn(await search(request.said), request),
  }));
  return kinds.map((kind) => {
    const asked = places.filter((place) => place.kind === kind);
    const among = asked.filter(({ at }) => at >= 0 && at < 5).length;
    const first = asked.filter(({ at }) => at === 0).length;
    return forComparison(`find ${how}: ${kind}`, among, `of ${asked.length}`, `${first} first`);
  });
}

function placeIn(found: readonly { name: string }[], { skill }: Labelled): number {
  return found.findIndex(({ name }) => name === skill);
}

/** What is laid beside messages: the right one, a wrong one, and anything where nothing was meant. */
async function layingRows(how: string, lays: Laying): Promise<Row[]> {
  const laid = await oneByOne(labelled, async ({ said, skill }) => ({ skill, names: await lays(said) }));
  const right = laid.filter(({ skill, names }) => names.includes(skill)).length;
  const wrong = laid.filter(({ skill, names }) => names.some((name) => name !== skill)).length;
  const beside = await oneByOne(idle, lays);
  return [
    atLeast(`laid ready ${how}: right`, right, 1, `of ${laid.length}`),
    atMost(`laid ready ${how}: wrong`, wrong, 0, `of ${laid.length}`),
    atMost(
      `laid ready ${how}: where nothing is meant`,
      beside.filter(({ length }) => length > 0).length,
      0,
      `of ${idle.length}`,
    ),
  ];
}

/** In their order, each when the one before is there: times are of one alone. */
async function oneByOne<One, Value>(
  all: readonly One[],
  does: (one: One) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const one of all) values.push(await does(one));
  return values;
}
