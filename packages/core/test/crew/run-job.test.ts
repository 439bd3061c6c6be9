import type { EventBody } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { Cancellation, neverCancelled } from "../../src/cancel/cancellation.ts";
import { askMember } from "../../src/crew/ask-member.ts";
import { runJob } from "../../src/crew/run-job.ts";
import { KestrelError } from "../../src/errors.ts";
import { redactorHere } from "../../src/export/export-piece.ts";
import type { CancelSignal } from "../../src/ports/cancel-signal.ts";
import { fails, ScriptedBackend, says, stillHost } from "../../testing/index.ts";

const digestJob = { kind: "digest", model: "small", withinMs: 1_000, cancel: neverCancelled } as const;

/** A journal in memory, and a clock whose deadline comes when the test says so. */
function desk() {
  let state = emptySession;
  const lines: EventBody[] = [];
  const deadlines: (() => void)[] = [];
  const journal = {
    get state() {
      return state;
    },
    async appendFrom(make: (now: typeof state) => readonly EventBody[]) {
      for (const body of make(state)) {
        lines.push(body);
        state = evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-01-01T00:00:00.000Z", body });
      }
    },
  };
  const host = {
    now: () => 0,
    report: stillHost().report,
    digest: (text: string) => text,
    wait: (_: number, cancel: CancelSignal) =>
      new Promise<void>((resolve) => {
        deadlines.push(resolve);
        cancel.addEventListener("abort", resolve, { once: true });
      }),
  };
  return { parts: { agent: { host }, journal }, lines, deadlines };
}

const used = () => true;

it("gives the product when its line is written, once, with the numbers of the server", async () => {
  const { parts, lines } = desk();
  const product = await runJob(parts, digestJob, async () => ({
    ...{ outcome: "done", product: "short", used, tokensIn: 900, tokensOut: 40, savedTokens: 800 },
  }));
  expect(product).toBe("short");
  expect(lines).toEqual([
    {
      ...{ type: "crew.job", job: "k1", kind: "digest", role: "copilot", model: "small", outcome: "done" },
      ...{ used: true, tokensIn: 900, tokensOut: 40, savedTokens: 800, durationMs: 0 },
    },
  ]);
  expect(parts.journal.state.crewJobs?.last).toMatchObject({ job: "k1" });
});

it("calls late work off and does not wait for it; what it says then is nobody's", async () => {
  const { parts, lines, deadlines } = desk();
  let calledOff = false;
  const late = runJob(parts, digestJob, (cancel) => {
    cancel.addEventListener("abort", () => (calledOff = true));
    return new Promise(() => {});
  });
  deadlines[0]?.();
  expect(await late).toBeUndefined();
  expect(calledOff).toBe(true);
  expect(lines).toMatchObject([{ outcome: "late", used: false }]);
});

it("is stopped by who wanted it", async () => {
  const { parts, lines } = desk();
  const wanted = new Cancellation();
  const stopped = runJob(parts, { ...digestJob, cancel: wanted }, () => new Promise(() => {}));
  wanted.cancel();
  expect(await stopped).toBeUndefined();
  expect(lines).toMatchObject([{ outcome: "stopped", used: false }]);
});

it("takes a member that dies, or speaks of no use, as a line and no error; a line that cannot be written gives no product", async () => {
  const { parts, lines } = desk();
  await runJob(parts, digestJob, async () => Promise.reject(new KestrelError("engine_died", "gone")));
  await runJob(parts, digestJob, async () => ({ outcome: "refused", tokensOut: 3 }));
  expect(lines).toMatchObject([
    { job: "k1", outcome: "failed", failure: { code: "engine_died" } },
    { job: "k2", outcome: "refused", tokensOut: 3 },
  ]);
  const full = {
    ...parts,
    journal: { ...parts.journal, appendFrom: () => Promise.reject(new Error("full")) },
  };
  const product = await runJob(full, digestJob, async () => ({ outcome: "done", product: 1, used }));
  expect(product).toBeUndefined();
});

it("asks a member with words alone, keeps neither thoughts nor calls, and ends what goes on without end", async () => {
  const backend = new ScriptedBackend([
    [
      { kind: "reasoning", delta: "hm" },
      says("It fits."),
      { kind: "tool-call", name: "shell", arguments: '{"command":"rm -rf /"}' },
    ],
    [says("x".repeat(1_000)), says("y".repeat(1_000)), new Promise(() => {})],
    [fails("engine_died")],
  ]);
  const critic = { role: "critic", label: "small", backend, redactor: redactorHere } as const;
  const messages = [{ role: "user", content: "Does it fit?" }] as const;
  const ask = () =>
    askMember(
      critic,
      messages,
      { maxTokens: 64, answerSchema: { type: "object" }, secrets: [] },
      neverCancelled,
    );
  expect(await ask()).toMatchObject({ kind: "said", text: "It fits.", tokensOut: 8 });
  expect(backend.prompts[0]?.tools).toEqual([]);
  expect(backend.requests[0]).toMatchObject({ toolChoice: "none", maxTokens: 64 });
  expect(backend.requests[0]).not.toHaveProperty("answerSchema");
  expect(await ask()).toMatchObject({
    kind: "said",
    whole: false,
    text: expect.stringMatching(/^x{1000}y{24}$/),
  });
  expect(await ask()).toEqual({ kind: "failed", failure: { code: "engine_died" } });
});

it("counts on from its own names, whatever else a log calls its jobs", async () => {
  const { parts, lines } = desk();
  const planted = { type: "crew.job", kind: "digest", role: "copilot", model: "m", outcome: "done" } as const;
  const rest = { used: false, durationMs: 0 };
  await parts.journal.appendFrom(() =>
    ["k7", "k1e308", "kInfinity", "../../k9"].map((job) => ({ ...planted, ...rest, job })),
  );
  for (const _ of [1, 2]) await runJob(parts, digestJob, async () => ({ outcome: "refused" }));
  expect(lines.slice(-2)).toMatchObject([{ job: "k8" }, { job: "k9" }]);
});
