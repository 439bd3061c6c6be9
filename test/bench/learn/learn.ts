import { createBackend } from "../../../packages/backends/src/index.ts";
import { crewOf, givenSession, says, stillHost } from "../../../packages/core/testing/index.ts";
import { atLeast, forComparison, type Row } from "../row.ts";
import { sessions } from "./sessions.table.ts";

/** A server with the model that is measured as copilot; without it this bench has no rows. */
const address = process.env.KESTREL_BENCH_COPILOT;

/** What a copilot picks from forty short sessions, half of which hold nothing to keep. */
export async function measureLearning(): Promise<Row[]> {
  if (address === undefined) return [];
  const copilot = createBackend({ url: address, kind: "llama-cpp" });
  let [right, wrong, wanted] = [0, 0, 0];
  for (const said of sessions) {
    const lasting = new Set(said.filter((one) => one.startsWith("+")).map((one) => one.slice(1)));
    const sentences = said.map((one) => one.replace(/^\+/, ""));
    wanted += lasting.size;
    const proposed = await proposedFrom(sentences, copilot);
    for (const one of proposed) lasting.has(one) ? right++ : wrong++;
    if (process.env.KESTREL_BENCH_SAYS) console.error(JSON.stringify({ sentences, proposed }));
  }
  return [
    atLeast(
      "sentences picked when idle that are worth keeping",
      right / Math.max(1, right + wrong),
      0.8,
      "share",
    ),
    forComparison(`  of ${wanted} that are, found`, right / wanted, "share"),
  ];
}

async function proposedFrom(sentences: readonly string[], copilot: ReturnType<typeof createBackend>) {
  const proposed: string[] = [];
  const memory = {
    on: true,
    recall: async () => ({ pinned: [], found: [], known: [] }),
    used: () => {},
    propose: ({ content }: { content: string }) => void proposed.push(content),
    selects: true,
  };
  const still = stillHost();
  // Seated once the session rests: it is not measured how it names sessions.
  const crew = crewOf({ copilot });
  let seated = false;
  const begun = { rest: () => {} };
  const rested = new Promise<void>((resolve) => {
    begun.rest = resolve;
  });
  const host = {
    ...still,
    wait: (ms: number, cancel: never) => (ms === restMs ? rested : still.wait(ms, cancel)),
  };
  const session = await givenSession({
    replies: sentences.map(() => [says("Fine.")]),
    ...{
      memory,
      host,
      compactsIdle: true,
      crew: { ...crew, member: (role, state) => (seated ? crew.member(role, state) : undefined) },
    },
  });
  for (const sentence of sentences) await session.says(sentence);
  seated = true;
  begun.rest();
  await session.until("crew.job");
  while (session.bodies("crew.job").every(({ kind }) => kind !== "memory"))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setImmediate(resolve));
  return proposed;
}

const restMs = 4 * 60_000;
