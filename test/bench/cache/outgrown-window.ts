import type { EventOf, EventType, SessionEvent, SessionId } from "../../../packages/protocol/src/index.ts";
import { askSession, followEvents } from "../../../packages/server/src/client/index.ts";
import { notesAsked } from "../../models/book-scripts.ts";
import { callsTool, markerOf, type Scripts } from "../../models/scripted/script.ts";
import type { BenchDaemon } from "../built-program.ts";
import { atMost, forComparison, type Row } from "../row.ts";
import { askInTurn, heardUntil, withDaemon } from "./ask-daemon.ts";
import type { CacheScene, Stage } from "./scene.ts";

const parts = 14;
const fact = "The lamp of the harbour is lit at 19:42";

const notes = {
  heard: notesAsked,
  says: `## Task\nRead the parts of the harbour book one after the other and tell when the lamp is lit.\n## Files\nbook/1.txt says: ${fact}.\n## Next steps\nRead on where the last part points.`,
};

const readingScripts: Scripts = {
  ...Object.fromEntries(
    Array.from({ length: parts }, (_, at) => [
      `p${at + 1}`,
      callsTool("read", { path: `book/${at + 1}.txt` }),
    ]),
  ),
  notes,
  told: { says: `All parts are read. ${fact}.` },
};

/** About 2,200 tokens each; only a part tells which one comes then. */
const book = (count: number, lines: number, last: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const text = Array.from(
        { length: lines },
        (_, line) => `page ${at + 1}, line ${line + 1}: it rained on the harbour all day.`,
      );
      const next = markerOf(at + 1 < count ? `p${at + 2}` : last);
      return [
        `book/${at + 1}.txt`,
        `${at === 0 ? `${fact}.` : "Nothing new."}\n${text.join("\n")}\nGo on with ${next}\n`,
      ];
    }),
  );

/** One turn of fourteen reads that a window of 32k does not hold. */
export const outgrownWindow: CacheScene = {
  name: "outgrown-window",
  scripted: { scripts: readingScripts, window: 32_768 },
  flags: ["-c", "32768"],
  files: book(parts, 92, "told"),
  measure: (stage) =>
    withDaemon(stage, async (daemon) => {
      const events = await askInTurn(daemon, stage, [
        "Read the harbour book and tell when the lamp is lit. [[p1]]",
      ]);
      return wasteRows(events, stage);
    }),
};

async function wasteRows(events: readonly SessionEvent[], { url }: Stage): Promise<Row[]> {
  const replies = bodiesOf(events, "reply.completed");
  const results = bodiesOf(events, "tool.finished");
  const compacted = bodiesOf(events, "context.compacted");
  let own = 0;
  let aside = 0;
  let reachable = 0;
  let broken = false;
  let step = 0;
  for (const { purpose, usage } of replies) {
    const { prompt = 0, cached = 0, generated = 0 } = usage ?? {};
    if (purpose) {
      // What was read of it is the request alone; none of it is in what comes next.
      aside += prompt - cached;
      broken = true;
      continue;
    }
    if (broken) {
      const { summary = "" } = compacted.shift() ?? {};
      const fresh = (await tokensOf(url, summary)) + (await tokensOf(url, results[step - 1]?.content ?? ""));
      own += Math.max(0, prompt - cached - fresh);
    } else if (reachable > 0) own += Math.max(0, reachable - cached);
    broken = false;
    reachable = prompt + generated - 1;
    step++;
  }
  const end = bodiesOf(events, "turn.ended").at(-1);
  const answer = bodiesOf(events, "reply.text").at(-1)?.text ?? "";
  const told = end?.reason === "done" && answer.includes(fact);
  const breaks = bodiesOf(events, "context.compacted");
  const note = `${step} requests, made room ${breaks.length} times by ${breaks.map(({ by }) => by).join(", ")}`;
  const read = await tokensOf(url, results[0]?.content ?? "");
  return [
    atMost("wasted prefill, 14 reads in 32k, own slot", own, 49, "tokens", note),
    atMost(
      "wasted prefill, 14 reads in 32k, single slot",
      own + aside,
      1_500,
      "tokens",
      `${read} tokens a read`,
    ),
    {
      what: "the answer names the fact of the first file",
      figure: told ? "yes" : `no: ${end?.reason}`,
      target: "yes",
      kept: told,
    },
  ];
}

const tellScripts: Scripts = {
  ...readingScripts,
  calm: { says: "The sea is calm today, and so is the wind from the north." },
  mild: { says: "The air is mild tonight, with a little rain from the west." },
  fair: { says: "The sky is fair at noon, with no cloud from east to south." },
};

/** Room is made between two turns; the one after it begins as fast as any other. */
export const compactedTurn: CacheScene = {
  name: "compacted-turn",
  scripted: { scripts: tellScripts, window: 32_768 },
  flags: ["-c", "32768"],
  files: book(8, 92, "told"),
  measure: (stage) =>
    withDaemon(stage, async (daemon) => {
      const { session } = await daemon.client.call("openSession", { body: { workspace: stage.workspace } });
      const say = (text: string) => firstWord(daemon, session.id, text);
      await say("Read the harbour book and tell when the lamp is lit. [[p1]]");
      await say("How is the sea? [[calm]]");
      const ordinary = await say("How is the air? [[mild]]");
      await askSession(daemon.client, session.id, { type: "compact" });
      const heard = await heardUntil(daemon, session.id, ({ body }) => body.type === "context.compacted");
      const [event] = bodiesOf(heard, "context.compacted");
      const after = await say("How is the sky? [[fair]]");
      const freed = `${event?.before} to ~${event?.after} tokens, notes by ${event?.by}`;
      return [
        atMost(
          "first word after room was made, beside an ordinary turn's",
          after.ms / ordinary.ms,
          1.2,
          "times",
          `${after.ms} ms and ${ordinary.ms} ms; ${freed}`,
        ),
        forComparison(
          "tokens read before that word, after room was made",
          after.read,
          "tokens",
          `ordinary turn ${ordinary.read}`,
        ),
      ];
    }),
};

/** From the message to the first word of its answer, and what the server read for it. */
async function firstWord(
  { client, url, token }: BenchDaemon,
  session: SessionId,
  text: string,
): Promise<{ ms: number; read: number }> {
  const leave = new AbortController();
  let turn: string | undefined;
  let begun = 0;
  let ms = 0;
  let read = 0;
  const following = followEvents({
    baseUrl: url,
    token,
    session,
    signal: leave.signal,
    onFrame: (frame) => {
      if (frame.type === "text" && frame.turnId === turn && ms === 0)
        ms = Math.round(performance.now() - begun);
    },
    onEvent: ({ body }) => {
      if (body.type === "reply.completed" && body.turnId === turn && !body.purpose)
        read = (body.usage?.prompt ?? 0) - (body.usage?.cached ?? 0);
      if (body.type === "turn.ended" && body.turnId === turn) leave.abort();
    },
  });
  begun = performance.now();
  const answer = await askSession(client, session, { type: "send-message", text });
  turn = answer.turnId;
  await following;
  return { ms, read };
}

async function tokensOf(url: string, content: string): Promise<number> {
  const answer = await fetch(`${url}/tokenize`, { method: "POST", body: JSON.stringify({ content }) });
  const { tokens } = (await answer.json()) as { tokens: unknown[] };
  return tokens.length;
}

function bodiesOf<Type extends EventType>(events: readonly SessionEvent[], type: Type): EventOf<Type>[] {
  return events.flatMap(({ body }) => (body.type === type ? [body as EventOf<Type>] : []));
}
