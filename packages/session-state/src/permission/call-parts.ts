import { type CallSubject, parseRule, type RulePattern } from "@kestrel/protocol";
import { readMcpToolName } from "@kestrel/protocol/api";
import { matchesGlob, matchesHost, matchesPath, plainPath } from "@kestrel/text";
import { coversCommand, exactPattern, matchesCommand } from "./command-pattern.ts";

/** One action of a call. Rules must cover every part before they allow the call. */
export type CallPart =
  | { kind: "command"; words: readonly string[] }
  | { kind: "path"; path: string }
  | { kind: "host"; host: string }
  /** A tool of a server, as `use` names it. */
  | { kind: "mcp"; name: string };

/** A call as rules see it. `places`: its real paths with links followed, when resolved. */
export type JudgedCall = {
  tool: string;
  workspace: string;
  subject: CallSubject;
  places?: readonly string[];
};

/** The parts of a call, from its own description. Commands only if they could be parsed. */
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

/** A tool of a server that the user added. No mode allows it, but a rule with its name can. */
function isServersTool({ capability = "" }: CallSubject): boolean {
  return readMcpToolName(capability) !== undefined;
}

/** Whether a call that leaves the machine can still be allowed, by a name that covers all it does. */
export function mayBeNamed(subject: CallSubject): boolean {
  return isServersTool(subject) || namesItsHosts(subject);
}

/** Whether it is a built-in tool behind `use` that only contacts the hosts it names. A rule with the host can allow it. */
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

/** Whether a rule matches one part of a call of that tool. */
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

/** Whether a rule allows one part of a call of that tool: it matches, and its wildcards stay within the folder. */
export function coversPart(rule: RulePattern, ofTool: string, part: CallPart): boolean {
  if (!matchesPart(rule, ofTool, part)) return false;
  // A rule for all calls of `use` names no server, so it does not allow a server's tool.
  if (part.kind === "mcp") return rule.kind === "mcp";
  if (part.kind === "host") return rule.kind === "host";
  return rule.kind !== "command" || part.kind !== "command" || coversCommand(rule.pattern ?? "", part.words);
}

/** The rule that covers exactly this part. Undefined when no rule can. */
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

/** The result for typed rules: one is not a rule, one matches other calls only, or all fit. */
export type RuleCheck =
  | { kind: "no_rule"; rule: string }
  | { kind: "other_call"; rule: string }
  | { kind: "fits"; patterns: readonly RulePattern[] };

/** Checks rules for a call while they are typed. A rule that was offered with the question always fits. */
export function checkRules(
  rules: readonly string[],
  call: JudgedCall,
  offered: readonly string[],
): RuleCheck {
  const patterns: RulePattern[] = [];
  for (const rule of rules) {
    const pattern = parseRule(rule);
    if (!pattern) return { kind: "no_rule", rule };
    const covers = partsOfCall(call).some((part) => coversPart(pattern, call.tool, part));
    if (!covers && !offered.includes(rule)) return { kind: "other_call", rule };
    patterns.push(pattern);
  }
  return { kind: "fits", patterns };
}

/** The commands, each given as its words, that a rule would also allow. */
export function commandsCovered(
  rule: string,
  tool: string,
  commands: readonly (readonly string[])[],
): string[] {
  const pattern = parseRule(rule);
  if (!pattern) return [];
  const covered = commands.filter((words) => coversPart(pattern, tool, { kind: "command", words }));
  return [...new Set(covered.map((words) => words.join(" ")))];
}
