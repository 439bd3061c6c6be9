import { wireBounds } from "@kestrel/core";
import { jsonOrNothing } from "@kestrel/text";
import { isSchema } from "../../schema/schema.ts";
import type { CallDelta } from "./chat-chunk.ts";
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

type NamedCall = { id: string | undefined; name: string; arguments: string };

/**
 * One id is one call: a server that sends it again, at another index or whole behind its pieces, means the same one. Other
 * arguments are another call: models that write ids themselves write one for all. Each call is read once, however many have
 * its id.
 */
class RepeatedCalls {
  readonly #seen = new Map<string, { first: string; keys?: Set<string> }>();

  /** Whether the same call was passed before. */
  has({ id, name, arguments: text }: NamedCall): boolean {
    if (id === undefined) return false;
    const whose = JSON.stringify([id, name]);
    const seen = this.#seen.get(whose);
    if (!seen) this.#seen.set(whose, { first: text });
    if (!seen || text.trim() === "") return seen !== undefined;
    seen.keys ??= new Set([keyOf(seen.first)]);
    const key = keyOf(text);
    const repeated = seen.keys.has(key);
    seen.keys.add(key);
    return repeated;
  }
}

/** The same for the same value in whatever spacing and order. */
function keyOf(text: string): string {
  const value = jsonOrNothing(text);
  if (value === undefined) return text;
  return JSON.stringify(value, (_name, inner) =>
    isSchema(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text that arrives in pieces is one complete value. Looks at each character once. Text after a complete value makes
 * it incomplete again; a number or literal at the top level is never certain to be complete.
 */
class JsonExtent {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #begun = false;
  #beyond = false;

  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (this.#inString) this.#inside(unit);
      else if (unit > space) this.#outside(unit);
    }
  }

  get isWhole(): boolean {
    return this.#begun && !this.#beyond && this.#depth === 0 && !this.#inString;
  }

  #inside(unit: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (unit === backslash) this.#escaped = true;
    else if (unit === quote) this.#inString = false;
  }

  #outside(unit: number): void {
    if (this.isWhole) this.#beyond = true;
    if (unit === quote) this.#inString = true;
    else if (openers.has(unit)) this.#depth += 1;
    else if (closers.has(unit)) this.#depth -= 1;
    else if (this.#depth === 0) this.#beyond = true;
    this.#begun = true;
  }
}
