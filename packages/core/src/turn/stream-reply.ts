import { errorFacts, type Failure, type FinishReason, type Usage } from "@kestrel/protocol";
import { render } from "./render.ts";
import type { TurnParts } from "./turn-parts.ts";

/** A call as the model wrote it; not yet judged. */
export type SpokenCall = { name: string; arguments: string };

/** One reply, whole. */
export type Reply = {
  step: number;
  text: string;
  reasoning: string;
  calls: readonly SpokenCall[];
  finish: FinishReason;
  usage?: Usage;
  reasoningMs?: number;
  failure?: Failure;
};

/** A request that failed before its first word is sent at most so often. */
const mostRequests = 3;

/** Pauses before the second and the third request, in milliseconds. */
const pauses = [500, 2_000] as const;

/** The log gets at most one line of text a second: a crash loses a second, and replay keeps the pace. */
const lineEveryMs = 1_000;

/** Asks the model once, again when the request failed before its first word and may succeed. */
export async function streamReply(parts: TurnParts, firstStep: number): Promise<Reply> {
  for (let request = 1; ; request++) {
    const reply = await oneReply(parts, firstStep + request - 1);
    const silent = reply.text === "" && reply.reasoning === "" && reply.calls.length === 0;
    const again = reply.failure !== undefined && errorFacts[reply.failure.code].retryable && silent;
    if (!again || request === mostRequests || parts.cancel.aborted) return reply;
    await complete(parts, reply);
    await parts.host.wait(pauses[request - 1] ?? 0, parts.cancel);
  }
}

/** Logs how a reply ended. `text` replaces the spoken words where call markup was taken out of them. */
export async function complete(parts: TurnParts, reply: Reply, text?: string): Promise<void> {
  const { step, finish, usage, reasoningMs, failure } = reply;
  await parts.record.append({
    type: "reply.completed",
    turnId: parts.turnId,
    step,
    finish,
    text,
    usage,
    reasoningMs,
    failure,
  });
}

async function oneReply(parts: TurnParts, step: number): Promise<Reply> {
  const { record, air, backend, host, turnId, cancel } = parts;
  const prompt = render(record.state);
  const shortDigest = (value: unknown) => host.digest(JSON.stringify(value)).slice(0, 16);
  await record.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added: prompt.messages.slice(record.state.sent.messages).map(shortDigest),
    tools: shortDigest(prompt.tools),
    expectedReuse: record.state.sent.expectedReuse,
  });
  air.begin(turnId, step);
  const lines = new PacedLines(parts, step);
  const reply: Reply & { calls: SpokenCall[] } = {
    step,
    text: "",
    reasoning: "",
    calls: [],
    finish: "cancelled",
  };
  let thinkingSince: number | undefined;
  for await (const chunk of backend.reply(prompt, { toolChoice: "auto" }, cancel)) {
    switch (chunk.kind) {
      case "progress":
        air.progress(chunk.progress);
        break;
      case "reasoning":
        thinkingSince ??= host.now();
        reply.reasoning += chunk.delta;
        air.reasoning(chunk.delta);
        await lines.add("reply.reasoning", chunk.delta);
        break;
      case "text":
        if (thinkingSince !== undefined) reply.reasoningMs ??= host.now() - thinkingSince;
        reply.text += chunk.delta;
        air.text(chunk.delta);
        await lines.add("reply.text", chunk.delta);
        break;
      case "tool-call":
        if (thinkingSince !== undefined) reply.reasoningMs ??= host.now() - thinkingSince;
        reply.calls.push({ name: chunk.name, arguments: chunk.arguments });
        break;
      case "done":
        reply.finish = chunk.finish;
        reply.usage = chunk.usage;
        break;
      case "failed":
        reply.finish = "failed";
        reply.failure = chunk.failure;
        break;
      default:
        chunk satisfies never;
    }
  }
  if (thinkingSince !== undefined) reply.reasoningMs ??= host.now() - thinkingSince;
  await lines.flush();
  return reply;
}

type LineType = "reply.text" | "reply.reasoning";

/** Gathers words into log lines, at most one a second, in the order they were spoken. */
class PacedLines {
  readonly #parts: TurnParts;
  readonly #step: number;
  readonly #offsets = { "reply.text": 0, "reply.reasoning": 0 };
  #type: LineType = "reply.text";
  #pending = "";
  #flushedAt: number;

  constructor(parts: TurnParts, step: number) {
    this.#parts = parts;
    this.#step = step;
    this.#flushedAt = parts.host.now();
  }

  async add(type: LineType, delta: string): Promise<void> {
    if (type !== this.#type) await this.flush();
    this.#type = type;
    this.#pending += delta;
    if (this.#parts.host.now() - this.#flushedAt >= lineEveryMs) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#pending === "") return;
    const text = this.#pending;
    const offset = this.#offsets[this.#type];
    this.#offsets[this.#type] += text.length;
    this.#pending = "";
    this.#flushedAt = this.#parts.host.now();
    const { turnId } = this.#parts;
    await this.#parts.record.append({ type: this.#type, turnId, step: this.#step, offset, text });
  }
}
