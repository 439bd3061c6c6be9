import type { ReplyCut } from "@kestrel/protocol";
import { StreamWatch } from "../guards/stream-watch.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ReplyChunk } from "../ports/model-backend.ts";
import { Cancellation } from "../session/cancellation.ts";
import { PacedLines } from "./paced-lines.ts";
import type { Reply, SpokenCall } from "./reply.ts";
import type { TurnParts } from "./turn-parts.ts";

export type Listening = {
  /** About so many tokens of thinking are enough. */
  reasoningTokens: number;
  /** The words are not for people: they are a call in JSON. */
  silent: boolean;
};

/** Thinking is counted by estimate here; the server, where it keeps the budget itself, comes first. */
const estimateSlack = 1.25;

/** Takes one reply piece by piece: puts it on the air and into the log, and ends it when a guard says so. */
export class Listener {
  readonly #parts: TurnParts;
  readonly #silent: boolean;
  readonly #lines: PacedLines;
  readonly #watch: StreamWatch;
  readonly #stop = new Cancellation();
  readonly #passOn = () => this.#stop.cancel();
  readonly #reply: Reply & { calls: SpokenCall[] };
  #thinkingSince: number | undefined;
  readonly #stopListening: () => void;
  #askedToEnd = false;
  #over = false;

  constructor(parts: TurnParts, step: number, { reasoningTokens, silent }: Listening) {
    this.#parts = parts;
    this.#silent = silent;
    this.#lines = new PacedLines(parts, step);
    this.#watch = new StreamWatch(Math.ceil(reasoningTokens * estimateSlack));
    this.#reply = { step, text: "", reasoning: "", calls: [], finish: "cancelled" };
    if (parts.cancel.aborted) this.#stop.cancel();
    parts.cancel.addEventListener("abort", this.#passOn, { once: true });
    this.#stopListening = parts.bell.listen(() => this.#answerNow());
  }

  /** Fires when the user stops the turn, and when a guard ends this reply. */
  get cancel(): CancelSignal {
    return this.#stop;
  }

  async hear(chunk: ReplyChunk): Promise<void> {
    const { air, host } = this.#parts;
    const reply = this.#reply;
    if (reply.cut) return;
    if (chunk.kind === "text" || chunk.kind === "tool-call") this.#stopsThinking();
    switch (chunk.kind) {
      case "progress":
        air.progress(chunk.progress);
        break;
      case "reasoning":
        this.#thinkingSince ??= host.now();
        if (chunk.insteadOfText) await this.#takeBackText();
        reply.reasoning += chunk.delta;
        air.reasoning(chunk.delta, chunk.insteadOfText);
        await this.#lines.add("reply.reasoning", chunk.delta);
        await this.#cutIfNeeded(this.#watch.add("reasoning", chunk.delta));
        break;
      case "text":
        reply.text += chunk.delta;
        if (!this.#silent) {
          air.text(chunk.delta);
          await this.#lines.add("reply.text", chunk.delta);
        }
        await this.#cutIfNeeded(this.#watch.add("text", chunk.delta));
        break;
      case "tool-call":
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

  /** The whole reply, once nothing more comes. */
  async finished(): Promise<Reply> {
    this.#over = true;
    this.#stopListening();
    this.#parts.cancel.removeEventListener("abort", this.#passOn);
    this.#stopsThinking();
    await this.#lines.flush();
    return this.#reply;
  }

  /** What sounded like words was thinking: the log then holds the words that are left. */
  async #takeBackText(): Promise<void> {
    this.#reply.text = "";
    this.#reply.retold = true;
    this.#watch.takeBackText();
    await this.#lines.takeBackText();
  }

  #stopsThinking(): void {
    if (this.#thinkingSince === undefined) return;
    this.#reply.reasoningMs ??= this.#parts.host.now() - this.#thinkingSince;
  }

  /** True while it thinks; then the thinking is ended as if its budget were used up. */
  #answerNow(): boolean {
    const { reasoning, text, calls } = this.#reply;
    if (reasoning === "" || text !== "" || calls.length > 0 || this.#over) return false;
    void this.#cutIfNeeded("reasoning_budget");
    return true;
  }

  async #cutIfNeeded(cut: ReplyCut | undefined): Promise<void> {
    if (cut === undefined || this.#parts.cancel.aborted) return;
    if (cut === "reasoning_budget" && !this.#askedToEnd) {
      this.#askedToEnd = true;
      if (await this.#parts.backend.endReasoning?.()) return this.#watch.allowLastThoughts();
      if (this.#over) return;
    }
    this.#reply.cut = cut;
    this.#reply.finish = "cut";
    this.#reply.text = this.#watch.kept();
    this.#stop.cancel();
  }
}
