import {
  alwaysAsks,
  type CallSubject,
  type Mode,
  type PermissionStep,
  parseRule,
  type Risk,
  type RulePattern,
  type StandingRule,
} from "@kestrel/protocol";
import {
  type CallPart,
  coversPart,
  exactRule,
  type JudgedCall,
  matchesPart,
  mayBeNamed,
  namesItsHosts,
  partsOfCall,
} from "@kestrel/session-state";
import { isLoopback } from "@kestrel/text";
import type { PermissionDecision } from "../ports/stage-hooks.ts";
import type { Assessment, CallBinding } from "../ports/tool.ts";

/** The gate's decision on a call, its steps, and the narrowest rules that would allow it if it may be remembered. */
export type Judgement = {
  decision: PermissionDecision;
  trace: readonly PermissionStep[];
  rules?: readonly string[];
};

/**
 * Mode × risk × rules × remembered approvals: deny beats allow beats ask. Calls that may destroy data or leave the machine, protected
 * places and known secrets ask each time, except a server's tool that the user allows by name, and a page or a search whose host they
 * allow. No rule allows what could not be parsed.
 */
export function decidePermission(question: PermissionQuestion): Judgement {
  const { mode, assessment, digest, grants } = question;
  const { risk, reasons } = assessment;
  const trace: PermissionStep[] = [{ step: "mode", params: { mode } }, ...facts(question)];
  const judged = (decision: PermissionDecision, ...steps: PermissionStep[]): Judgement => ({
    decision,
    trace: [...trace, ...steps],
    ...(decision.kind === "ask" && offerable(question)),
  });
  const about = rulesAbout(question);
  const [denying] = about.deny;
  if (denying) {
    const { rule, origin } = denying;
    return judged({ kind: "deny", reason: rule }, { step: "rule_denies", params: { rule, origin } });
  }
  if (mode === "plan" && risk !== "read") return judged({ kind: "deny" }, byMode("mode_denies", mode));
  const why = asksEachTime(question);
  if (why !== undefined) {
    const unheard = about.covered ? about.allow : [];
    const steps = unheard.map(
      ({ rule, origin }): PermissionStep => ({ step: "rule_unheard", params: { rule, origin } }),
    );
    return judged({ kind: "ask" }, { step: "asks_each_time", params: { why } }, ...steps);
  }
  if (grants.includes(digest)) return judged({ kind: "allow", by: "grant" }, { step: "remembered" });
  if (about.covered) {
    const rules = about.allow.map(({ rule }) => rule);
    const steps = about.allow.map(
      ({ rule, origin }): PermissionStep => ({ step: "rule_allows", params: { rule, origin } }),
    );
    const origins = about.allow.map(({ origin }) => origin);
    return judged({ kind: "allow", by: "rule", rules, origins }, ...steps);
  }
  if (about.uncovered !== undefined)
    trace.push({ step: "part_uncovered", params: { part: about.uncovered } });
  const [asking] = about.ask;
  if (asking) {
    const { rule, origin } = asking;
    return judged({ kind: "ask" }, { step: "rule_asks", params: { rule, origin } });
  }
  const [veiled] = about.mayDeny;
  if (veiled) return judged({ kind: "ask" }, { step: "rule_may_deny", params: { rule: veiled.rule } });
  return modeAllows(question)
    ? judged({ kind: "allow", by: "mode" }, byMode("mode_allows", mode))
    : judged({ kind: "ask" }, byMode("mode_asks", mode));

  function asksEachTime({ subject }: PermissionQuestion): string | undefined {
    if (risk === "destructive" || (risk === "external" && !mayBeNamed(subject))) return risk;
    if (alwaysAsks(reasons)) return reasons.find((reason) => alwaysAsks([reason]));
    if (namesItsHosts(subject)) return undefined;
    // A confined command has no network: what it names is loopback, the session's own.
    const leaves = subject.network?.some((url) => !(assessment.confined && isLoopback(url)));
    return risk !== "read" && leaves ? "external" : undefined;
  }
}

function byMode(step: "mode_allows" | "mode_asks" | "mode_denies", mode: Mode): PermissionStep {
  return { step, params: { mode } };
}

/** The facts about a call before the decision. */
function facts({
  subject,
  mode,
  assessment: { risk, confined, unproven },
}: PermissionQuestion): PermissionStep[] {
  const { commands = [], simple = [] } = subject;
  const runs = commands.length > 0;
  return [
    ...(runs ? [readStep(subject, simple.length)] : []),
    risk === "read" && runs ? { step: "proven_reading" } : { step: "risk", params: { risk } },
    ...(unproven === undefined ? [] : [{ step: unproven }]),
    ...(runs && risk !== "read" && (confined || mode === "auto")
      ? [{ step: confined ? ("in_sandbox" as const) : ("no_sandbox" as const) }]
      : []),
  ];
}

function readStep({ alike }: CallSubject, count: number): PermissionStep {
  return alike ? { step: "line_read", params: { count: String(count) } } : { step: "line_not_read" };
}

/** What the mode allows by itself. Only a command can be sandboxed, and only its tool reports whether it is. */
function modeAllows({ mode, assessment: { risk, confined } }: PermissionQuestion): boolean {
  switch (risk) {
    case "read":
      return true;
    case "edit":
      return mode === "edits" || mode === "auto";
    case "execute":
      return mode === "auto" && confined === true;
    case "destructive":
    case "external":
      return false;
    default:
      return risk satisfies never;
  }
}

const remembered: ReadonlySet<Risk> = new Set(["read", "edit", "execute"]);

/** The narrowest rules that would allow a call, if calls like it may be remembered. */
function offerable(question: PermissionQuestion): { rules?: readonly string[] } {
  const { tool, assessment } = question;
  const may = remembered.has(assessment.risk) || mayBeNamed(question.subject);
  if (!may || alwaysAsks(assessment.reasons)) return {};
  const parts = restOfLine(question);
  if (!parts || parts.length === 0 || parts.length > 20) return {};
  const rules = parts.map((part) => exactRule(tool, part));
  return rules.every((rule) => rule !== undefined) ? { rules: [...new Set(rules)] } : {};
}

/**
 * The text that an approval's digest covers: workspace, tool, argument bytes, and the binding the call was judged on, by name. NUL cannot
 * occur in a path, a tool name or JSON text; without a binding this equals the text of older logs.
 */
export function approvalSubject(
  workspace: string,
  { tool, arguments: text }: { tool: string; arguments: string },
  binding: CallBinding = {},
): string {
  const ground = Object.entries(binding).sort(([left], [right]) => (left < right ? -1 : 1));
  const bound = ground.length > 0 ? `\0${JSON.stringify(ground)}` : "";
  return `${workspace}\0${tool}\0${text}${bound}`;
}

/** A call as the gate judges it. */
export type PermissionQuestion = JudgedCall & {
  mode: Mode;
  assessment: Pick<Assessment, "risk" | "reasons" | "reading" | "below" | "confined" | "unproven">;
  /** Digest that an answer would be bound to: see `approvalSubject`. */
  digest: string;
  grants: readonly string[];
  rules: readonly StandingRule[];
};

/** The rules that match a call, by verdict. */
type RulesAbout = {
  deny: readonly StandingRule[];
  ask: readonly StandingRule[];
  /** The rules that together allow every part of it, if they do. */
  allow: readonly StandingRule[];
  covered: boolean;
  /** The first part that no rule allows, if rules allow others. */
  uncovered?: string;
  /** Rules against commands that may match, when the call runs an unparsed line, or searches folders that they may cover. */
  mayDeny: readonly StandingRule[];
};

/** Sorts the effective rules by whether they match a call. A workspace's own count only if they deny. */
function rulesAbout(question: PermissionQuestion): RulesAbout {
  const read = question.rules.flatMap((rule) => {
    const pattern = parseRule(rule.rule);
    const heard = rule.origin !== "workspace" || rule.verdict === "deny";
    return pattern && heard ? [{ rule, pattern }] : [];
  });
  const about = (verdict: StandingRule["verdict"], parts: readonly CallPart[]) =>
    read
      .filter(({ rule, pattern }) => rule.verdict === verdict && isAbout(pattern, question.tool, parts))
      .map(({ rule }) => rule);
  const parts = withInnerCommands(partsOfCall(question));
  const mayDeny = read
    .filter(({ rule, pattern }) => rule.verdict === "deny" && mayBeAbout(pattern, question))
    .map(({ rule }) => rule);
  return { deny: about("deny", parts), ask: about("ask", parts), mayDeny, ...allowance(question, read) };
}

/** A rule for a whole tool matches each of its calls; one with a pattern matches calls with such a part. */
function isAbout(pattern: RulePattern, tool: string, parts: readonly CallPart[]): boolean {
  if (pattern.kind === undefined) return pattern.tool === tool;
  return parts.some((part) => matchesPart(pattern, tool, part));
}

/** The parts that rules must cover: all but read-only commands. Undefined for a line that could not be parsed. */
function restOfLine(question: PermissionQuestion): CallPart[] | undefined {
  const { subject, assessment, places } = question;
  const { commands = [], alike } = subject;
  if (commands.length > 0 && !alike) return undefined;
  if (assessment.risk === "read" && commands.length > 0) return [];
  const looks = new Set(assessment.reading ?? []);
  // The places of a command line are those that its read-only commands read.
  const shown = commands.length > 0 ? { ...question, places: [] } : { ...question, places };
  return partsOfCall(shown).filter((part, at) => part.kind !== "command" || !looks.has(at));
}

type ReadRule = { rule: StandingRule; pattern: RulePattern };

function allowance(
  question: PermissionQuestion,
  read: readonly ReadRule[],
): Pick<RulesAbout, "allow" | "covered" | "uncovered"> {
  const allowing = read.filter(({ rule }) => rule.verdict === "allow");
  const parts = restOfLine(question);
  if (parts === undefined || allowing.length === 0) return { allow: [], covered: false };
  const { tool, subject } = question;
  if (parts.length === 0) {
    // No part can match a pattern: only a rule for the whole tool applies.
    const whole = allowing.filter(({ pattern }) => pattern.kind === undefined && pattern.tool === tool);
    const covered = whole.length > 0 && !subject.opaque;
    return { allow: covered ? whole.map(({ rule }) => rule) : [], covered };
  }
  const used = new Set<StandingRule>();
  let uncovered: string | undefined;
  for (const part of parts) {
    const by = allowing.find(({ pattern }) => coversPart(pattern, tool, part));
    if (by) used.add(by.rule);
    else uncovered ??= textOf(part);
  }
  if (uncovered === undefined) return { allow: [...used], covered: true };
  return { allow: [], covered: false, ...(used.size > 0 && { uncovered }) };
}

function mayBeAbout(
  { kind, tool, pattern = "" }: RulePattern,
  { subject, ...question }: PermissionQuestion,
): boolean {
  if (kind === "mcp" || (tool !== undefined && tool !== question.tool)) return false;
  const { commands = [], simple = [], alike } = subject;
  const hides = !alike || simple.some(({ words }) => mayHideCommands(words));
  if (kind !== "path")
    return kind !== undefined && commands.length > 0 && question.assessment.risk !== "read" && hides;
  // A call that searches a folder may read any file in it, unless the rule's folder is another one.
  const fixed = pattern.replace(/^\.\//, "").split("*")[0] ?? "";
  const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  return (question.assessment.below ?? []).some((from) => {
    return from === "." || `${from}/`.startsWith(folder) || folder.startsWith(`${from}/`);
  });
}

function textOf(part: CallPart): string {
  switch (part.kind) {
    case "command":
      return part.words.join(" ").slice(0, 200);
    case "path":
      return part.path;
    case "host":
      return part.host;
    case "mcp":
      return part.name;
    default:
      return part satisfies never;
  }
}

/** Programs that run the command in their arguments, and those that run the text of an argument. */
const wrappers = new Set(
  `env sudo doas su timeout time nice ionice nohup setsid stdbuf chroot unshare command builtin exec eval coproc xargs find
  watch busybox parallel flock script strace npx pnpx bunx uvx`.split(/\s+/),
);
const interpreters = new Set(
  `sh bash dash zsh ksh fish eval python python3 node deno bun perl ruby php lua awk gawk make just xargs ssh`.split(
    /\s+/,
  ),
);

/** Shell words that run a file or a text, in first position. */
const builtins = new Set(". source trap alias mapfile readarray compgen enable hash".split(" "));

/** Programs whose first non-option word is a subcommand. */
const withSubcommands = new Set(
  `git hg svn jj gh glab npm pnpm yarn bun deno pip pip3 uv poetry cargo go gem bundle composer mvn gradle docker podman kubectl helm
  terraform aws gcloud az heroku vercel netlify systemctl apt apt-get dnf yum pacman brew snap flatpak make just`.split(
    /\s+/,
  ),
);

/** Most options skipped between a program and its subcommand. */
const mostOptions = 20;

/** Options that take the word after them (git(1)). */
const gitValued = new Set(
  "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source".split(" "),
);

/** Git options that can change the meaning of its arguments, or start a program. */
const gitSettings = /^(-c|--config-env|--exec-path)(=|$)/;

/** A command by its program's name, and every command that may be nested in it, for deny rules. */
function withInnerCommands(parts: readonly CallPart[]): CallPart[] {
  return parts.flatMap((part): CallPart[] => {
    if (part.kind !== "command") return [part];
    const named = [programName(part.words[0] ?? ""), ...part.words.slice(1)];
    const inner = wrappers.has(named[0] ?? "")
      ? named.slice(1).map((word, at) => [programName(word), ...named.slice(at + 2)])
      : [];
    const all = [part.words, named, ...inner];
    return [...all, ...all.flatMap(withoutOptions)].map((words) => ({ kind: "command", words }));
  });
}

/**
 * `git -C DIR push` as `git push`: removes the options between a program and its subcommand. Options with a separate value are known for
 * git; for other programs both readings are returned.
 */
function withoutOptions([program = "", ...rest]: readonly string[]): string[][] {
  if (!withSubcommands.has(program) || !isOption(rest[0])) return [];
  const starts = new Set([0]);
  for (const at of starts) {
    const word = rest[at];
    if (!isOption(word) || starts.size > mostOptions) continue;
    const valued = program === "git" ? gitValued.has(word) : undefined;
    if (valued !== true) starts.add(at + 1);
    if (valued !== false && !word.includes("=")) starts.add(at + 2);
  }
  return [...starts].filter((at) => !isOption(rest[at])).map((at) => [program, ...rest.slice(at)]);
}

function isOption(word: string | undefined): word is string {
  return word !== undefined && /^[-+]./.test(word);
}

/** Whether a command may run others that are not in its words. */
function mayHideCommands(words: readonly string[]): boolean {
  if (builtins.has(words[0] ?? "") || words.some((word) => interpreters.has(programName(word)))) return true;
  return words.some((word) => programName(word) === "git") && words.some((word) => gitSettings.test(word));
}

/** Without its folder: `/usr/bin/git` is git. */
function programName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
