import type { EventBody } from "@kestrel/protocol";
import type { FoundKind } from "@kestrel/protocol/api";
import { jsonOrNothing } from "@kestrel/text";
import { readLog } from "../log/read-log.ts";

/** Text of a log that is searched as one unit. `offset`: where the line of its first event begins, in bytes. */
export type LogEntry = { seq: number; at: string; kind: FoundKind; text: string; offset: number };

/** Most UTF-16 units of an entry that are searched; of a tool's output only the head, since outputs are most of a log. */
const longest = { title: 2_000, person: 20_000, reply: 20_000, call: 4_000, output: 2_000 } as const;

/** Where reading can resume: the line at this offset, and the events after this number. */
export type LogPlace = { offset: number; seq: number };

/**
 * The entries of a log from a position on; `read` gets the position reached before the next entry is yielded. `end`: an offset after a
 * whole line, or within the line that is not read any more.
 */
export async function* logEntries(
  file: string,
  from: LogPlace,
  { read = () => {}, end }: { read?(to: LogPlace): void; end?: number } = {},
): AsyncGenerator<LogEntry> {
  let { offset } = from;
  const met = (line: { offset: number }) => {
    offset = line.offset;
  };
  /** A reply is stored in pieces of any size; its text is complete when it is completed. */
  let begun: LogEntry | undefined;
  for await (const event of readLog(file, { start: from.offset, after: from.seq, met, end })) {
    const { body, seq, at } = event;
    if (body.type === "reply.text" && (begun === undefined || body.offset > 0)) {
      begun ??= { seq, at, offset, kind: "reply", text: "" };
      if (begun.text.length < longest.reply) begun.text += body.text;
    } else if (body.type === "reply.text") {
      // It was indexed as thinking before: this is the reply.
      begun = { seq, at, offset, kind: "reply", text: body.text };
    }
    if (begun && (body.type === "reply.completed" || body.type === "turn.ended")) {
      const said = body.type === "reply.completed" ? (body.text ?? begun.text) : begun.text;
      yield bounded({ ...begun, text: said });
      begun = undefined;
    }
    const words = wordsOf(body);
    if (words) yield bounded({ seq, at, offset, ...words });
    read(begun ? { offset: begun.offset, seq: begun.seq - 1 } : { offset, seq });
  }
}

const bounded = (entry: LogEntry): LogEntry => ({ ...entry, text: entry.text.slice(0, longest[entry.kind]) });

function wordsOf(body: EventBody): Pick<LogEntry, "kind" | "text"> | undefined {
  switch (body.type) {
    case "session.titled":
      return { kind: "title", text: body.title };
    case "turn.started":
      return body.goesOn ? undefined : { kind: "person", text: body.text };
    case "steering.queued":
    case "words.kept":
    case "pending.edited":
      return { kind: "person", text: body.text };
    case "tool.requested":
      return { kind: "call", text: `${body.tool} ${valuesOf(jsonOrNothing(body.arguments)).join(" ")}` };
    case "tool.finished":
      return { kind: "output", text: body.content };
    default:
      return undefined;
  }
}

/** The values of arguments, without parameter names: those are in every call. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(valuesOf);
}
