import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { type LineCount, netLinesByFile } from "@kestrel/text";
import { inOneLine } from "./quote-notes.ts";
import { newestWithin, withinTokens } from "./within-tokens.ts";

/** Facts of the log about the part that is compacted. Every list oldest first. */
export type LogFacts = {
  /** The user's messages after the first one. */
  said: string[];
  /** The model's text between its calls. */
  replies: string[];
  calls: ToolEntry[];
  changed: Map<string, LineCount>;
  read: Set<string>;
  /** The newest list of steps, as it was sent. */
  plan: string[];
};

/** Reads the log up to `end`, from its very beginning: earlier compactions lose nothing here. */
export function logFacts({ timeline }: SessionState, end: number): LogFacts {
  const facts: LogFacts = { said: [], replies: [], calls: [], changed: new Map(), read: new Set(), plan: [] };
  let index = 0;
  let first = true;
  for (const entry of timeline) {
    if (index++ >= end) break;
    if (entry.kind === "user") {
      if (!first) facts.said.push(entry.text);
      first = false;
      for (const note of entry.notes) if (note.contextKind === "steering") facts.said.push(note.text);
    } else if (entry.kind === "note" && entry.contextKind === "steering") facts.said.push(entry.text);
    else if (entry.kind === "reply" && entry.text.trim() !== "") facts.replies.push(entry.text.trim());
    else if (entry.kind === "tool") learn(facts, entry);
  }
  const changed = netLinesByFile(facts.calls.flatMap(({ changes }) => changes));
  return { ...facts, changed };
}

function learn(facts: LogFacts, call: ToolEntry): void {
  facts.calls.push(call);
  if (call.openItems) facts.plan = planOf(call);
  if (call.status !== "ok") return;
  for (const { path, access } of call.subject?.paths ?? []) if (access === "read") facts.read.add(path);
}

/** The list as the model sent it; its open items if that is invalid. */
function planOf({ arguments: text, openItems = [] }: ToolEntry): string[] {
  try {
    const { items } = JSON.parse(text) as { items: { text: string; done?: boolean }[] };
    return items.map(({ text: item, done }) => `[${done ? "x" : " "}] ${inOneLine(item)}`);
  } catch {
    // expected: a model's arguments that are not JSON
    return openItems.map((item) => `[ ] ${inOneLine(item)}`);
  }
}

/** One call in one line: its arguments and its result. */
export function callLine(call: ToolEntry, notable: number): string {
  const { tool, arguments: text, status, exitCode, content = "" } = call;
  const came = exitCode === undefined ? status : `exit ${exitCode}`;
  const lines = notableLines(content, notable);
  const said = lines.length > 0 ? `: ${lines.map((line) => `"${line}"`).join(" ")}` : "";
  return `- ${tool} ${briefArguments(text)} → ${came}${said}`;
}

function briefArguments(text: string): string {
  let words = text;
  try {
    const values = Object.values(JSON.parse(text) as object).filter((value) => typeof value !== "object");
    words = values.map((value) => String(value).split("\n", 1)[0]).join(", ");
  } catch {
    // expected: arguments that are not JSON are shown as they are
  }
  return withinTokens(words, 30);
}

/** Whether a call failed. */
export function hasFailed({ status, exitCode }: ToolEntry): boolean {
  return status === "error" || status === "rejected" || (exitCode !== undefined && exitCode !== 0);
}

/** A heading with its lines, or an empty string. */
export function section(heading: string, lines: readonly string[], tokens: number): string[] {
  const kept = newestWithin(lines, tokens);
  return kept.length === 0 ? [] : [`${heading}`, ...kept];
}

/** The most informative lines of an output: errors first, then values. */
function notableLines(text: string, most: number): string[] {
  const judged: { line: string; at: number; worth: number }[] = [];
  const seen = new Set<string>();
  for (const [at, raw] of text.split("\n").slice(0, longestLook).entries()) {
    const line = raw.trim();
    if (line.length < 3 || seen.has(line)) continue;
    seen.add(line);
    judged.push({ line, at, worth: worthOf(line) });
  }
  return judged
    .sort((one, other) => other.worth - one.worth || one.at - other.at)
    .slice(0, most)
    .sort((one, other) => one.at - other.at)
    .map(({ line }) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
}

const longestLook = 2_000;
const longestLine = 160;

const signs: readonly [RegExp, number][] = [
  [
    /\b(error|fail(ed|ure|s)?|exception|panic|fatal|cannot|denied|not found|refused|undefined)\b|错误|失败/i,
    6,
  ],
  [/\b(must|never|always|decided|deadline|todo|fixme|note|important|warning)\b|必须|决定|注意/i, 3],
  [/[\w.-]+\s*[=:]\s*\S/, 2],
  [/\d/, 1],
  [/[\w-]\/[\w-]|\w\.\w{1,4}\b/, 1],
  [/["'`][^"'`]{2,}["'`]/, 1],
];

function worthOf(line: string): number {
  const words = line.slice(0, 400);
  const told = signs.reduce((sum, [sign, worth]) => sum + (sign.test(words) ? worth : 0), 0);
  return line.length > 400 ? told - 2 : told;
}
