import { type CallSubject, parseRule, type RulePattern } from "@kestrel/protocol";
import { readMcpToolName } from "@kestrel/protocol/api";
import { matchesGlob, matchesHost, matchesPath, plainPath } from "@kestrel/text";
import { coversCommand, exactPattern, matchesCommand } from "./command-pattern.ts";

/** What a call does, one thing at a time: every one of them has to be covered before a rule may let the call through. */
export type CallPart =
  | { kind: "command"; words: readonly string[] }
  | { kind: "path"; path: string }
  | { kind: "host"; host: string }
  /** A tool of a server, as `use` names it. */
  | { kind: "mcp"; name: string };

/** A call as rules see it. `places`: what its paths are in truth, links followed, where somebody has looked. */
export type JudgedCall = {
  tool: string;
  workspace: string;
  subject: CallSubject;
  places?: readonly string[];
};

/** The things a call does, as it describes itself. Commands only where they could be read. */
export function partsOfCall({ workspace, subject, places = [] }: JudgedCall): CallPart[] {
  const { simple = [], paths = [], network = [], capability } = subject;
  const named = paths.map(({ path }) => plainPath(workspace, path));
  return [
    ...simple.map(({ words }): CallPart => ({ kind: "command", words })),
    ...[...new Set([...named, ...places])].map((path): CallPart => ({ kind: "path", path })),
    ...network.map((host): CallPart => ({ kind: "host", host })),
    ...(isServersTool(subject) ? [{ kind: "mcp" as const, name: capability ?? "" }] : []),
  ];
}

/** A tool of a server the user added: no mode lets it through, but they may say by its name that it is let through. */
function isServersTool({ capability = "" }: CallSubject): boolean {
  return readMcpToolName(capability) !== undefined;
}

/** What leaves the machine and can still be allowed by a name that says all of it. */
export function mayBeNamed(subject: CallSubject): boolean {
  return isServersTool(subject) || namesItsHosts(subject);
}

/** Something of ours behind `use` that does nothing but reach the hosts it names: the user may say by the host that it is let through. */
export function namesItsHosts({
  capability,
  network = [],
  commands = [],
  paths = [],
  opaque,
}: CallSubject): boolean {
  if (capability === undefined || opaque || isServersTool({ capability })) return false;
  return network.length > 0 && commands.length === 0 && paths.length === 0;
}

/** Whether a rule is about one thing that a call of that tool does. */
export function matchesPart(
  { tool, kind, pattern = "" }: RulePattern,
  ofTool: string,
  part: CallPart,
): boolean {
  if (tool !== undefined && tool !== ofTool) return false;
  if (kind === undefined) return true;
  if (kind !== part.kind) return false;
  switch (part.kind) {
    case "command":
      return matchesCommand(pattern, part.words);
    case "path":
      return matchesPath(pattern, part.path);
    case "host":
      return matchesHost(pattern, part.host);
    case "mcp":
      return matchesGlob(pattern, part.name);
    default:
      return part satisfies never;
  }
}

/** Whether a rule would let one thing that a call of that tool does through: it is about it, and its stars stand for nothing that leaves the folder. */
export function coversPart(rule: RulePattern, ofTool: string, part: CallPart): boolean {
  if (!matchesPart(rule, ofTool, part)) return false;
  // Whoever lets everything through that goes by the door has not said which server's.
  if (part.kind === "mcp") return rule.kind === "mcp";
  if (part.kind === "host") return rule.kind === "host";
  return rule.kind !== "command" || part.kind !== "command" || coversCommand(rule.pattern ?? "", part.words);
}

/** Which things of a call a rule's text would let through; for a field in which somebody writes one. Undefined for what is no rule. */
export function matchedParts(text: string, call: JudgedCall): CallPart[] | undefined {
  const rule = parseRule(text);
  return rule && partsOfCall(call).filter((part) => coversPart(rule, call.tool, part));
}

/** The rule that covers exactly this; undefined where none can. */
export function exactRule(tool: string, part: CallPart): string | undefined {
  const text = ruleOf(tool, part);
  return text !== undefined && parseRule(text) ? text : undefined;
}

function ruleOf(tool: string, part: CallPart): string | undefined {
  switch (part.kind) {
    case "command": {
      const pattern = exactPattern(part.words);
      return pattern && `command: ${pattern}`;
    }
    case "path":
      return part.path.includes("*") ? undefined : `${tool} path: ${part.path}`;
    case "host":
      return `host: ${part.host}`;
    case "mcp":
      return `mcp: ${part.name}`;
    default:
      return part satisfies never;
  }
}
