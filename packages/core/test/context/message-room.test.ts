import { catalogOf } from "@kestrel/core";
import { fakeSource, givenSession, says } from "@kestrel/core/testing";
import { estimateTokens } from "@kestrel/text";
import { expect, it } from "vitest";

const prose = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(" ");

/** Every source that has something to say beside a message, and each wants more than there is. */
function everySource(factLength: number) {
  const fact = (id: string, pin: boolean) => ({
    ...{ id, digest: id, at: "2026-11-03T08:00:00Z" },
    content: `${pin ? "pinned" : "recalled"} ${id} ${prose(factLength)}`,
  });
  const ids = ["m1", "m2", "m3", "m4", "m5"];
  return {
    memory: {
      on: true,
      recall: async () => ({
        pinned: ids.map((id) => fact(`p${id}`, true)),
        found: ids.map((id) => fact(id, false)),
        known: [],
      }),
      used: () => {},
    },
    stages: {
      ask: async ({ stage }: { stage: string }) =>
        stage === "prompt_submitted" || stage === "session_opened"
          ? [{ hook: stage, stage, said: "noted" as const, text: prose(30), durationMs: 1 }]
          : [],
    },
    catalog: catalogOf([
      fakeSource({ kind: "skill", has: { pdf: `Read, fill and merge PDF forms\n${prose(2_000)}` } }),
    ]),
  };
}

const byItself = new Set(["machine", "hook", "memory", "capability"]);

it.each([
  [8_192, 409],
  [16_384, 600],
  [131_072, 600],
  [undefined, 409],
])("keeps all that it adds to one message within the sum: window %s, %s tokens", async (window, sum) => {
  const replies = Array.from({ length: 3 }, () => [says("Well.")]);
  const session = await givenSession({ replies, window, ...(everySource(12) as object) });
  for (const words of ["fill the form in this pdf", "and again", "merge the pdf forms"]) {
    await session.says(words);
    const entry = [...session.session.state().timeline].findLast(({ kind }) => kind === "user");
    const notes = entry?.kind === "user" ? entry.notes : [];
    const unasked = notes.filter(({ contextKind }) => byItself.has(contextKind));
    const tokens = unasked.reduce((all, { text }) => all + estimateTokens(text), 0);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(sum);
  }
});

it("takes in the order of the design, and the log names what had no room", async () => {
  const session = await givenSession({
    replies: [[says("Well.")]],
    window: 8_192,
    ...(everySource(25) as object),
  });
  await session.says("fill the form in this pdf");
  const [memory] = session.bodies("context.added").filter(({ kind }) => kind === "memory");
  const lines = memory?.text.split("\n").slice(1) ?? [];
  const firstRecalled = lines.findIndex((line) => line.includes("recalled"));
  expect(firstRecalled).toBeGreaterThan(0);
  expect(lines.slice(firstRecalled).some((line) => line.includes("pinned"))).toBe(false);
  const [started] = session.bodies("turn.started");
  expect(started?.leftOut?.length).toBeGreaterThan(0);
  for (const name of started?.leftOut ?? []) expect(name).toMatch(/^(memory\/m\d|pdf)$/);
});
