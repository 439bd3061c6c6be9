import type { OpId, ReplyCut } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { StreamWatch } from "../loop-detection/stream-watch.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ReplyChunk } from "../ports/model-backend.ts";
import type { Reply, SpokenCall } from "./reply.ts";
import { boundCrossed } from "./reply-bounds.ts";
import { TextCoalescer } from "./text-coalescer.ts";
import type { LiveSpeech, TurnParts } from "./turn-parts.ts";

export type Collecting = {
  /** About so many tokens of thinking are enough. */
  reasoningTokens: number;
  /** The words are not for people: they are a call in JSON. */
  silent: boolean;
  /** A demonstration model speaks: it is cut as soon as it runs in circles. */
  demo?: boolean;
  /** Told of each call as soon as it is written to its end. */
  written?(index: number, call: SpokenCall): void;
};

/** Thinking is counted by estimate here; the server, where it keeps the budget itself, comes first. */
const estimateSlack = 1.25;

/** What it needs of a turn. */
export type CollectorParts = Pick<TurnParts, "turnId" | "agent" | "cancel" | "reasoningStop"> & {
  journal: Pick<TurnParts["journal"], "append">;
  live: LiveSpeech;
};

/** Takes one reply piece by piece: tells it live and to the log, and ends it when a bound is crossed. */
export class ReplyCollector {
  readonly #parts: CollectorParts;
  readonly #silent: boolean;
  readonly #written: Collecting["written"];
  readonly #lines: TextCoalescer;
  readonly #watch: StreamWatch;
  readonly #stop: Cancellation;
  readonly #reply: Reply & { calls: SpokenCall[] };
  #argumentLength = 0;
  #thinkingSince: number | undefined;
  readonly #stopListening: () => void;
  #askedToEnd = false;
  #over = false;

  constructor(parts: CollectorParts, step: number, { reasoningTokens, silent, demo, written }: Collecting) {
    const { turnId, journal, agent, cancel } = parts;
    this.#parts = parts;
    this.#silent = silent;
    this.#written = written;
    this.#lines = new TextCoalescer({
      turnId,
      step,
      append: (body) => journal.append(body),
      now: () => agent.host.now(),
    });
    this.#watch = new StreamWatch(Math.ceil(reasoningTokens * estimateSlack), demo);
    this.#reply = { step, text: "", reasoning: "", calls: [], finish: "cancelled" };
    this.#stop = new Cancellation(cancel);
    this.#stopListening = parts.reasoningStop.listen((opId) => this.#answerNow(opId));
  }

  /** Fires when the user stops the turn, and when a bound ends this reply. */
  get cancel(): CancelSignal {
    return this.#stop;
  }

  async take(chunk: ReplyChunk): Promise<void> {
    const { live, agent } = this.#parts;
    const reply = this.#reply;
    if (reply.cut) return;
    if (chunk.kind === "text" || chunk.kind === "tool-call") this.#stopsThinking();
    switch (chunk.kind) {
      case "progress":
        live.progress(chunk.progress);
        if (chunk.progress.call) await this.#cutIfNeeded(this.#watch.addCall(chunk.progress.call));
        break;
      case "reasoning":
        this.#thinkingSince ??= agent.host.now();
        if (chunk.insteadOfText) await this.#takeBackText();
        reply.reasoning += chunk.delta;
        live.reasoning(chunk.delta, chunk.insteadOfText);
        await this.#lines.add("reply.reasoning", chunk.delta);
        await this.#cutIfNeeded(this.#watch.add("reasoning", chunk.delta));
        break;
      case "text":
        reply.text += chunk.delta;
        if (!this.#silent) {
          live.text(chunk.delta);
          await this.#lines.add("reply.text", chunk.delta);
        }
        await this.#cutIfNeeded(this.#watch.add("text", chunk.delta));
        break;
      case "call-written":
        this.#written?.(chunk.index, chunk);
        break;
      case "tool-call":
        reply.calls.push({ name: chunk.name, arguments: chunk.arguments });
        this.#argumentLength += chunk.arguments.length;
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
    this.#keepBounds();
  }

  /** The whole reply, once nothing more comes. */
  async finished(): Promise<Reply> {
    this.#over = true;
    this.#stopListening();
    this.#stop.release();
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
    this.#reply.reasoningMs ??= this.#parts.agent.host.now() - this.#thinkingSince;
  }

  /** True while it thinks; then the thinking is ended as if its budget were used up. */
  #answerNow(opId: OpId): boolean {
    const { reasoning, text, calls } = this.#reply;
    if (reasoning === "" || text !== "" || calls.length > 0 || this.#over) return false;
    this.#reply.opId = opId;
    void this.#cutIfNeeded("reasoning_budget");
    return true;
  }

  /** Calls of a reply that has no end are none that it meant. */
  #keepBounds(): void {
    const crossed = boundCrossed(this.#reply, this.#argumentLength);
    if (crossed === undefined || this.#reply.cut) return;
    this.#reply.calls = [];
    this.#cut(crossed);
  }

  async #cutIfNeeded(cut: ReplyCut | undefined): Promise<void> {
    if (cut === undefined || this.#parts.cancel.aborted) return;
    if (cut === "reasoning_budget" && !this.#askedToEnd) {
      this.#askedToEnd = true;
      if (await this.#parts.agent.backend.endReasoning?.()) return this.#watch.allowLastThoughts();
      if (this.#over) return;
    }
    this.#cut(cut);
  }

  #cut(cut: ReplyCut): void {
    this.#reply.cut = cut;
    this.#reply.finish = "cut";
    this.#reply.text = this.#watch.withoutEndlessEnd(this.#reply.text);
    this.#stop.cancel();
  }
}
