import type { EventBody, Frame, SessionEvent } from "@kestrel/protocol";
import { type CDPSession, chromium } from "playwright";
import { openStage } from "./daemon.ts";
import { fullScene, ids } from "./scenes.ts";
import { logged } from "./story.ts";

/**
 * Measures the console under load: a session of 2,000 messages into which 200 tokens a second stream, as one answer or as answers of 4,000
 * tokens. Prints the longest tasks of its main thread by their own processor time, which other programs do not distort, and the heap.
 * usage: measure CHROMIUM DIST [SECONDS] [one|many]
 */
const [executablePath = "", dist = "", seconds = "60", answers = "many"] = process.argv.slice(2);
const perAnswer = answers === "many" ? 4_000 : Number.POSITIVE_INFINITY;
const roundSeconds = 20;

const base = fullScene();
const log: SessionEvent[] = [...(base.logs[ids.long] ?? logged([]))];
const listeners = new Set<{ tell: (frame: Frame) => void; happen: (event: SessionEvent) => void }>();
let said = 0;

function happen(body: EventBody): void {
  const event = { v: 1 as const, seq: log.length + 1, at: new Date().toISOString(), body };
  log.push(event);
  for (const one of listeners) one.happen(event);
}

const wordAt = (token: number) =>
  token % 200 === 1
    ? "\n\n```ts\nexport const x = 1;\n\nreturn x;\n```\n\n"
    : token % 60 === 0
      ? "\n\n"
      : `word${token} `;

/** Says what is due, and each second what was said since, as the log has it. */
function speak(): () => void {
  const begun = Date.now();
  let [turn, token, offset, unlogged] = [0, perAnswer, 0, ""];
  const timer = setInterval(() => {
    for (const due = Math.floor((Date.now() - begun) / 5); said < due; said++) {
      const turnId = `x${turn}`;
      if (token >= perAnswer || turn === 0) {
        if (turn > 0) happen({ type: "turn.ended", turnId, reason: "done" });
        turn++;
        [token, offset, unlogged] = [0, 0, ""];
        happen({ type: "turn.started", turnId: `x${turn}`, text: "Write a long story." });
        happen({ type: "request.sent", turnId: `x${turn}`, step: 1, messages: 2001, added: [], tools: "t" });
      }
      const delta = wordAt(++token);
      for (const { tell } of listeners) tell({ type: "text", turnId: `x${turn}`, step: 1, offset, delta });
      offset += delta.length;
      unlogged += delta;
      if (token % 200 > 0) continue;
      const before = offset - unlogged.length;
      happen({ type: "reply.text", turnId: `x${turn}`, step: 1, offset: before, text: unlogged });
      unlogged = "";
      if (token >= perAnswer)
        happen({ type: "reply.completed", turnId: `x${turn}`, step: 1, finish: "stop" });
    }
  }, 10);
  return () => clearInterval(timer);
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
};

/** The processor time of each task of the page's main thread while `act` runs. Milliseconds, longest first. */
async function tasksWhile(session: CDPSession, act: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = [];
  const gather = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on("Tracing.dataCollected", gather);
  const traceConfig = { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await act();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  session.off("Tracing.dataCollected", gather);
  const main = new Set(
    events.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}.${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid}.${tid}`))
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((one, other) => other - one);
}

async function heap(session: CDPSession): Promise<string> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  return `heap ${(usedSize / 1e6).toFixed(1)} MB, ${nodes} nodes`;
}

const stage = await openStage(dist, () => ({
  ...base,
  logs: { ...base.logs, [ids.long]: log },
  goingOn: {
    [ids.long]: (tell, told) => {
      const listener = { tell, happen: told };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
}));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const session = await page.context().newCDPSession(page);
await page.goto(`${stage.url}#c=stage`);
await page.locator("#main").waitFor();
const opening = await tasksWhile(session, async () => {
  await page.goto(`${stage.url}#/sessions/${ids.long}`);
  await page.locator("[data-row]").last().waitFor();
});
console.log("longest tasks while opening (ms):", opening.slice(0, 5), await heap(session));
const end = speak();
for (let past = 0; past < Number(seconds); past += roundSeconds) {
  const tasks = await tasksWhile(session, () => page.waitForTimeout(roundSeconds * 1000));
  const busy = tasks.reduce((sum, task) => sum + task, 0);
  console.log(`${said} tokens: ${busy} ms in tasks, the longest`, tasks.slice(0, 5), await heap(session));
}
end();
await browser.close();
await stage.close();
