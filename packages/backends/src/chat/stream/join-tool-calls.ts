import { wireBounds } from "@kestrel/core";
import type { CallDelta } from "./chat-chunk.ts";
import { JsonExtent } from "./json-extent.ts";
import { RepeatedCalls } from "./repeated-calls.ts";
import { ReplyBeyondBounds } from "./reply-bounds.ts";

export type JoinedCall = { name: string; arguments: string };

/** A call as far as it is written: `written` UTF-16 units of arguments, of which `tail` are the newest. */
export type CallBeingWritten = { tool: string; written: number; tail: string };

type OpenCall = JoinedCall & {
  index: number | undefined;
  id: string | undefined;
  extent: JsonExtent;
  /** Kept separately: slicing the end off the whole text would cost its whole length for each delta. */
  tail: string;
  reported: number;
};

/** Enough to see what a long file is about. */
const tailLength = 600;
/** Characters between two progress reports, about as often as text is reported. */
const reportEvery = 40;

/**
 * Puts tool calls together from what servers make of them: fragments, whole calls, arguments as objects, two calls in
 * turns, ids that come late, once or never, one index for all, one call at two indexes. A delta costs its own length and no
 * more, however much came before it. Throws ReplyBeyondBounds.
 */
export class ToolCallJoiner {
  readonly #known: ReadonlySet<string>;
  readonly #calls: OpenCall[] = [];
  #length = 0;
  #reportedWhole = 0;
  #told = 0;
  readonly #repeated = new RepeatedCalls();

  /** `known`: the tools' names, to tell the rest of a name from the next call. */
  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  /** Adds one delta; returns the call being written when one begins or grew noticeably. */
  add(delta: CallDelta): CallBeingWritten | undefined {
    const name = delta.function?.name ?? "";
    const text = argumentText(delta.function?.arguments);
    const index = delta.index ?? undefined;
    const id = delta.id || undefined;
    this.#length += name.length + text.length;
    if (this.#length > wireBounds.arguments) throw new ReplyBeyondBounds("arguments");
    const open = this.#find(index, id, name);
    if (open && this.#continues(open, id, name, text)) {
      open.index = index ?? open.index;
      open.id ??= id;
      if (name !== open.name) open.name += name;
      open.arguments += text;
      open.extent.add(text);
      return this.#progressOf(open, text);
    }
    if (!name && !text && !id) return undefined;
    if (this.#calls.length === wireBounds.calls) throw new ReplyBeyondBounds("calls");
    const extent = new JsonExtent();
    extent.add(text);
    const call = { index, id, name, arguments: text, extent, tail: "", reported: Number.NEGATIVE_INFINITY };
    this.#calls.push(call);
    return this.#progressOf(call, text);
  }

  #progressOf(call: OpenCall, added: string): CallBeingWritten | undefined {
    call.tail = (call.tail + added.slice(-tailLength)).slice(-tailLength);
    const written = call.arguments.length;
    if (written - call.reported < reportEvery) return undefined;
    call.reported = written;
    return { tool: call.name, written, tail: call.tail };
  }

  /** Calls that were completed since the last request; each is returned once. */
  *written(): Generator<JoinedCall & { index: number }> {
    for (let index = this.#reportedWhole; index < this.#calls.length; index += 1) {
      const call = this.#calls[index];
      // In order: a call after an open one is not reported before it.
      if (!call?.extent.isWhole || !this.#known.has(call.name)) return;
      this.#reportedWhole = index + 1;
      if (!this.#repeated.has(call)) yield { index: this.#told++, ...asJoined(call) };
    }
  }

  /** The calls in the order they began, with the argument text as the model wrote it. */
  calls(): JoinedCall[] {
    const repeated = new RepeatedCalls();
    return this.#calls.filter((call) => !repeated.has(call)).map(asJoined);
  }

  #find(index: number | undefined, id: string | undefined, name: string): OpenCall | undefined {
    const newest = this.#calls.at(-1);
    if (index !== undefined) {
      const same = this.#calls.findLast((call) => call.index === index);
      const cutOff = this.#calls.findLast((call) => call.id === id && !call.extent.isWhole);
      if (same || (id !== undefined && cutOff)) return same ?? cutOff;
      return newest?.index === undefined && !name ? newest : undefined;
    }
    if (id !== undefined) return this.#calls.find((call) => call.id === id) ?? newest;
    return newest;
  }

  #continues(open: OpenCall, id: string | undefined, name: string, text: string): boolean {
    if (id !== undefined && open.id !== undefined && id !== open.id) return false;
    if (!name) return true;
    if (name === open.name) return !(open.extent.isWhole && text.trimStart().startsWith("{"));
    if (open.arguments !== "") return false;
    // A name that arrives in pieces is complete soon; looking it up costs its whole length.
    return open.name.length < longestName && !(this.#known.has(open.name) && this.#known.has(name));
  }
}

const longestName = 256;

const asJoined = ({ name, arguments: text }: OpenCall): JoinedCall => ({ name, arguments: text });

function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
