import {
  type ChannelAdapter,
  ChannelFault,
  type Limits,
  SendRefused,
  type Surroundings,
  type Target,
} from "../port.ts";
import { lengthIn, splitText } from "../split-text.ts";
import type { SayWord } from "../words.ts";
import type { Journal, Piece } from "./journal.ts";

type OutboxParts = {
  adapter: ChannelAdapter;
  journal: Journal;
  say: SayWord;
  surroundings: Surroundings;
  signal: AbortSignal;
  /** Whether the service answers at present. */
  isUp(): boolean;
  onTrouble(detail: string): void;
  onSent(): void;
};

/** Before a piece is tried again, also where the service asks for no pause. */
const leastPauseMs = 1_000;
/** Failures of one piece while the service is there, after which the others go first. */
const mostFailures = 5;

/** Sends what the journal holds, the oldest first. Nothing leaves it before the service has it, or will never take it. */
export class Outbox {
  readonly #parts: OutboxParts;
  #wake: () => void = () => {};
  readonly #turnedDown = new Set<string>();
  /** How often a piece failed, and whether another one was sent since it had failed too often. */
  readonly #failures = new Map<string, { count: number; passed: boolean }>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Something was put into the journal, or the signal fired. */
  wake(): void {
    this.#wake();
  }

  /** Sends words to a chat, under a name that they have once; what they answer was `sender`'s. Resolves when they are on the disk. */
  async post(target: Target, text: string, key: string, sender?: string): Promise<void> {
    const { journal, adapter, say } = this.#parts;
    await journal.put(piecesOf({ key, target, sender }, text, adapter.limits, say("again")));
    this.wake();
  }

  async run(): Promise<void> {
    const { journal, signal, surroundings } = this.#parts;
    let pause = 1_000;
    while (!signal.aborted) {
      const piece = this.#next();
      if (!piece) {
        await this.#more();
        continue;
      }
      try {
        await this.#send(piece);
        this.#passed(piece.key);
        this.#parts.onSent();
        pause = 1_000;
      } catch (error) {
        if (error instanceof SendRefused) {
          this.#parts.onTrouble(error.message);
          const lost = error.gone
            ? [...journal.outbox.values()].filter(({ target }) => target.chat === piece.target.chat)
            : [piece];
          for (const { key } of lost) await journal.sent(key);
          this.#parts.onSent();
          continue;
        }
        if (signal.aborted) return;
        const wanted = error instanceof ChannelFault ? error.afterMs : undefined;
        if (wanted !== undefined) this.#turnedDown.add(piece.key);
        else if (this.#parts.isUp() && this.#isHopeless(piece.key)) {
          await this.#setAside(piece, error);
          continue;
        }
        await surroundings.pause(Math.max(wanted ?? pause, leastPauseMs), signal);
        pause = Math.min(pause * 2, 60_000);
      }
    }
  }

  /** The oldest piece; one that failed too often waits for the others. */
  #next(): Piece | undefined {
    const failuresOf = ({ key }: Piece) => this.#failures.get(key)?.count ?? 0;
    const pieces = [...this.#parts.journal.outbox.values()];
    const fewest = Math.min(...pieces.map(failuresOf));
    return pieces.find((piece) => failuresOf(piece) < mostFailures || failuresOf(piece) === fewest);
  }

  /** A piece was sent, so the service takes messages: from here on what failed too often is counted anew. */
  #passed(sent: string): void {
    this.#failures.delete(sent);
    for (const failure of this.#failures.values()) {
      if (failure.count < mostFailures || failure.passed) continue;
      failure.count = mostFailures;
      failure.passed = true;
    }
  }

  /** Counts a failure; whether it is one too many of a piece that others were sent past. Where none can be sent, none is given up. */
  #isHopeless(key: string): boolean {
    const failure = this.#failures.get(key) ?? { count: 0, passed: false };
    failure.count++;
    this.#failures.set(key, failure);
    return failure.passed && failure.count >= 2 * mostFailures;
  }

  async #setAside({ key, target, sender }: Piece, error: unknown): Promise<void> {
    const { journal, say, onTrouble, onSent } = this.#parts;
    this.#failures.delete(key);
    onTrouble(error instanceof Error ? error.message : String(error));
    // Reported once: a failure to send this notice is shown only in the state.
    if (!key.startsWith("unsent-")) await this.post(target, say("unsent"), `unsent-${key}`, sender);
    await journal.sent(key);
    onSent();
  }

  async #send({ key, target, text, code, tried, draft }: Piece): Promise<void> {
    const { adapter, journal, say } = this.#parts;
    const message = { text, ...(code && { code }) };
    const drafted =
      draft === "" && adapter.sendsOnce ? await adapter.send(target, message, draftName(key)) : draft;
    if (drafted && adapter.edit) {
      const kept = await adapter.edit(target, drafted, message).then(
        () => true,
        (error: unknown) => {
          if (error instanceof SendRefused && !error.gone) return false; // expected: the draft is gone, so it is sent
          throw error;
        },
      );
      if (kept) return journal.sent(key);
    }
    // Whether the previous try arrived is unknown, unless the service asked for a retry.
    const doubtful = tried && !adapter.sendsOnce && !this.#turnedDown.delete(key);
    await journal.tried(key);
    await adapter.send(target, doubtful ? { ...message, text: `${say("again")}\n${text}` } : message, key);
    await journal.sent(key);
  }

  async #more(): Promise<void> {
    const { signal } = this.#parts;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (signal.aborted) resolve();
    });
  }
}

/** The first piece of an answer, which takes the place of its draft. */
export function firstPiece(answer: string): string {
  return `${answer}-0`;
}

/** What the draft of a piece is sent under. */
export function draftName(piece: string): string {
  return `draft-${piece}`;
}

/** A text as pieces of a channel, each with a name that it has once and for all. */
export function piecesOf(
  { key, ...place }: Pick<Piece, "key" | "target" | "sender">,
  text: string,
  limits: Limits,
  doubt: string,
): Piece[] {
  // Room for the line that a doubtful repeat begins with.
  const count = limits.count - lengthIn(limits.unit, `${doubt}\n`);
  const parts = splitText(text, { ...limits, count });
  return parts.map((part, index) => ({ key: `${key}-${index}`, ...place, text: part }));
}
