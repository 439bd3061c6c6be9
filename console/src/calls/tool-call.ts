import type { ToolEntry } from "@kestrel/protocol";
import type { IconName } from "../ui/icon.tsx";

type ToolKind = "read" | "search" | "edit" | "write" | "shell" | "other";

/** A call as a person reads it: what it does and to what. */
export type ToolCall = {
  kind: ToolKind;
  icon: IconName;
  /** The file, the words looked for, the command. */
  target: string;
  /** Lines or folder, where the call says so. */
  where?: string;
  values: Readonly<Record<string, unknown>>;
};

const kinds: ReadonlySet<string> = new Set<ToolKind>(["read", "search", "edit", "write", "shell"]);

export function readCall(call: Pick<ToolEntry, "tool" | "arguments">): ToolCall {
  const values = valuesOf(call.arguments);
  const kind = kinds.has(call.tool) ? (call.tool as ToolKind) : "other";
  const word = (...names: string[]) => {
    for (const name of names) if (typeof values[name] === "string") return values[name];
    return undefined;
  };
  const path = word("path", "file", "file_path");
  switch (kind) {
    case "read":
      return { kind, icon: kind, target: path ?? ".", where: rangeOf(values), values };
    case "search":
      return {
        kind,
        icon: kind,
        target: word("pattern", "query", "glob", "name") ?? path ?? "",
        where: path,
        values,
      };
    case "edit":
    case "write":
      return { kind, icon: kind, target: path ?? "", values };
    case "shell":
      return { kind, icon: kind, target: word("command", "cmd") ?? "", where: word("cwd", "folder"), values };
    case "other":
      return { kind, icon: kind, target: path ?? call.tool, values };
    default:
      kind satisfies never;
      return { kind: "other", icon: "other", target: call.tool, values };
  }
}

function valuesOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function rangeOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const from = values.offset ?? values.from ?? values.start;
  const count = values.limit ?? values.lines;
  if (typeof from !== "number") return undefined;
  return typeof count === "number" ? `${from}–${from + count - 1}` : `${from}–`;
}

export type Hits = { path: string; lines: readonly { line: number; text: string }[] };

/** Search results by file: a line with the path, then `number: text` for each hit. `rest` is what is said about the search itself. */
export function readHits(content: string): { files: Hits[]; rest: string[]; count: number } {
  const files: { path: string; lines: { line: number; text: string }[] }[] = [];
  const rest: string[] = [];
  let count = 0;
  for (const line of content.split("\n")) {
    const hit = /^(\d+):\s?(.*)$/.exec(line);
    const file = files.at(-1);
    if (hit && file) {
      file.lines.push({ line: Number(hit[1]), text: hit[2] ?? "" });
      count++;
    } else if (line.startsWith("[")) rest.push(line);
    else if (line.trim() !== "") files.push({ path: line, lines: [] });
  }
  return { files, rest, count };
}
