import type { HookedSession, HookOccasion } from "@kestrel/core";
import type { HookStage } from "@kestrel/protocol/api";

/** Event names common in other programs, so that existing scripts work. */
const commonEvents = {
  session_opened: "SessionStart",
  prompt_submitted: "UserPromptSubmit",
  before_call: "PreToolUse",
  after_call: "PostToolUse",
  compaction: "PreCompact",
  turn_ended: "Stop",
} as const satisfies Record<HookStage, string>;

const commonTools: Readonly<Record<string, string>> = {
  shell: "Bash",
  read: "Read",
  edit: "Edit",
  write: "Write",
  search: "Grep",
};

/** The input of a hook: one JSON value. Its names are those of other programs, except `stage` and `tool_name`. */
export type HookInput = {
  stage: HookStage;
  hook_event_name: string;
  session_id: string;
  cwd: string;
  permission_mode: string;
} & Readonly<Record<string, unknown>>;

/** Characters of a result that a hook receives. */
const longestResult = 16_000;

export function hookInput(occasion: HookOccasion, { sessionId, workspace, mode }: HookedSession): HookInput {
  const { stage } = occasion;
  const about = {
    stage,
    hook_event_name: commonEvents[stage],
    session_id: sessionId,
    cwd: workspace,
    permission_mode: mode,
  };
  switch (occasion.stage) {
    case "session_opened":
      return about;
    case "prompt_submitted":
      return { ...about, prompt: occasion.prompt };
    case "before_call":
      return { ...about, ...callIn(occasion.call) };
    case "after_call": {
      const { outcome, content } = occasion;
      return {
        ...about,
        ...callIn(occasion.call),
        tool_response: { outcome, content: content.slice(0, longestResult) },
      };
    }
    case "compaction":
      return { ...about, trigger: occasion.why };
    case "turn_ended": {
      const { reason, reply, held } = occasion;
      return {
        ...about,
        reason,
        last_assistant_message: reply.slice(0, longestResult),
        stop_hook_active: held > 0,
      };
    }
    default:
      return occasion satisfies never;
  }
}

type Call = Extract<HookOccasion, { stage: "before_call" }>["call"];

function callIn({ callId, tool, arguments: text }: Call) {
  const alias = commonTools[tool];
  return {
    tool_name: tool,
    ...(alias && { tool_alias: alias }),
    tool_input: parsed(text),
    tool_use_id: callId,
  };
}

/** Whether a hook matches a call: by the tool's name, its common name elsewhere, or the tool that `use` calls. */
export function isFor(pattern: string | undefined, { tool, arguments: text }: Call): boolean {
  if (pattern === undefined) return true;
  const used = tool === "use" ? (parsed(text) as { name?: unknown })?.name : undefined;
  const names = [tool, commonTools[tool], ...(typeof used === "string" ? [used, asFunction(used)] : [])];
  return pattern.split("|").some((one) => names.some((name) => name !== undefined && fits(one.trim(), name)));
}

const asFunction = (name: string) => `mcp__${name.replace("/", "__")}`;

/** `*` matches any text. Not compiled to a regular expression, so no pattern can run for long. */
function fits(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? "";
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: a model's arguments may not be JSON
    return {};
  }
}
