import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionJournal } from "../../packages/core/src/journal/session-journal.ts";
import { type EventBody, SessionId } from "../../packages/protocol/src/index.ts";
import { contextLedger } from "../../packages/session-state/src/index.ts";
import { JsonlEventLog } from "../../packages/store/src/index.ts";
import { longestBlock } from "../daemon/event-loop.ts";
import { withFolder } from "./built-program.ts";
import { atMost, type Row } from "./row.ts";

const turns = 1_320;
type Account = { parts: number; openedMs: number; accountMs: number };

/** How long nobody else has a turn while a long session is opened and its window is first accounted for. */
export function measureAccount(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const file = join(folder, "s00000001.jsonl");
    await writeFile(file, "");
    const log = await JsonlEventLog.open(file);
    for (const bodies of longSession()) await log.append(bodies);
    await log.close();
    const [bench = ""] = process.argv.slice(1);
    const { stdout, stderr } = spawnSync(process.execPath, [bench, "open-account", file], {
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(stderr);
    const { parts, openedMs, accountMs } = JSON.parse(stdout) as Account;
    return [
      atMost("longest block, opening a long session", openedMs, 100, "ms", `a window of ${parts} parts`),
      atMost("longest block, its first account", accountMs, 100, "ms"),
    ];
  });
}

/** What a process that is asked to `open-account FILE` does. */
export async function openAccountHere(file: string): Promise<void> {
  const never = () => new Promise<never>(() => undefined);
  const host = { wait: never } as unknown as ConstructorParameters<typeof SessionJournal>[1];
  const load = async () => {
    const journal = new SessionJournal(await JsonlEventLog.open(file), host, {
      learn: () => undefined,
      restore: () => undefined,
      publish: () => undefined,
    });
    await journal.load();
    return journal.state;
  };
  const opened = await longestBlock(load);
  // Each try has a session of its own: an account is made once.
  const account = await longestBlock(contextLedger, load);
  const parts = account.result.blocks.length;
  console.log(
    JSON.stringify({ parts, openedMs: opened.blockedMs, accountMs: account.blockedMs } satisfies Account),
  );
}

/** Turns of three steps and four readings each, as a server counts them. */
function* longSession(): Generator<EventBody[]> {
  const sessionId = SessionId.parse("s00000001");
  const prefix = { system: "You work in one folder. ".repeat(20), tools: [], reasoning: "send" as const };
  yield [{ type: "session.opened", sessionId, workspace: "/w", prefix, mode: "ask", version: "0" }];
  let prompt = 800;
  let calls = 0;
  for (let turn = 0; turn < turns; turn++) {
    const turnId = `t${turn}`;
    const bodies: EventBody[] = [{ type: "turn.started", turnId, text: words(turn) }];
    for (const step of [1, 2, 3]) {
      bodies.push({ type: "request.sent", turnId, step, messages: 2, added: [], tools: "", model: "m" });
      bodies.push({ type: "reply.text", turnId, step, offset: 0, text: words(turn + step) });
      prompt += 300;
      const usage = { prompt, cached: prompt - 240, generated: 60 };
      bodies.push({ type: "reply.completed", turnId, step, finish: step < 3 ? "tool_calls" : "stop", usage });
      for (const path of step < 3 ? ["a.txt", "b.txt"] : []) {
        const callId = `c${++calls}`;
        const content = words(calls).repeat(6);
        bodies.push({
          type: "tool.requested",
          turnId,
          step,
          callId,
          tool: "read",
          arguments: `{"path":"${path}"}`,
        });
        bodies.push({ type: "tool.finished", turnId, callId, outcome: "ok", content });
      }
    }
    yield [...bodies, { type: "turn.ended", turnId, reason: "done" }];
  }
}

const words = (seed: number) =>
  Array.from({ length: 60 }, (_, at) => `word ${(seed * 7 + at) % 997} of the line`).join(" ");
