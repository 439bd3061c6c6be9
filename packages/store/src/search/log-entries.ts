import type { EventBody } from "@kestrel/protocol";
import type { FoundKind } from "@kestrel/protocol/api";
import { jsonOrNothing } from "@kestrel/text";
import { readLog } from "../log/read-log.ts";

/** Words of a log that are looked through as one. `offset`: where the line of their first event begins, in bytes. */
export type LogEntry = { seq: number; at: string; kind: FoundKind; text: string; offset: number };

/** UTF-16 units of an entry that are looked through; of what a tool gave only the head, for it is most of a log. */
const longest = { title: 2_000, person: 20_000, reply: 20_000, call: 4_000, output: 2_000 } as const;

/** Where a reading can go on: the line at this offset, and what comes after the event of this number. */
export type LogPlace = { offset: number; seq: number };

/** The entries of a log from a place on; `read` is told how far they were read, before the next is given. `end`: an offset behind a whole line, or somewhere in the one that is not read any more. */
export async function* logEntries(
  file: string,
  from: LogPlace,
  { read = () => {}, end }: { read?(to: LogPlace): void; end?: number } = {},
): AsyncGenerator<LogEntry> {
  let { offset } = from;
  const met = (line: { offset: number }) => {
    offset = line.offset;
  };
  /** A reply is told in pieces, wherever they end; its words are whole when it is completed. */
  let begun: LogEntry | undefined;
  for await (const event of readLog(file, { start: from.offset, after: from.seq, met, end })) {
    const { body, seq, at } = event;
    if (body.type === "reply.text" && (begun === undefined || body.offset > 0)) {
      begun ??= { seq, at, offset, kind: "reply", text: "" };
      if (begun.text.length < longest.reply) begun.text += body.text;
    } else if (body.type === "reply.text") {
      // It stood as thinking before: this is the reply.
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

/** What stands in arguments, without the names of the parameters: those are in every call. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(valuesOf);
}
