import { resolve } from "node:path";
import type { SessionUpdate, ToolCallContent, ToolCallStatus, ToolKind } from "@agentclientprotocol/sdk";
import { type EventBody, exactBytes } from "@kestrel/protocol";
import { todoItems } from "@kestrel/protocol/api";
import type { Entry, SessionState, ToolEntry } from "@kestrel/session-state";
import { fenceAround, jsonOrNothing, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { callIn } from "../session-lines/call-in.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { endSentence } from "../session-lines/end-sentence.ts";

/** Context of a mapping: the messages, and the folder that paths are relative to. */
type Surroundings = { say: Say; workspace: string };

/** Text as a chunk of the user's message, of the reply or of its reasoning. */
export function chunk(kind: "user_message" | "agent_message" | "agent_thought", text: string): SessionUpdate {
  return { sessionUpdate: `${kind}_chunk`, content: { type: "text", text } };
}

/** The conversation as updates, in order: the same entries as in the console. */
export function historyUpdates({ timeline }: SessionState, around: Surroundings): SessionUpdate[] {
  return [...timeline].flatMap((entry) => entryUpdates(entry, around));
}

function entryUpdates(entry: Entry, around: Surroundings): SessionUpdate[] {
  switch (entry.kind) {
    case "user":
      return entry.goesOn ? [] : [chunk("user_message", entry.text)];
    case "note":
      return entry.contextKind === "steering" ? [chunk("user_message", entry.text)] : [];
    case "reply":
      return [
        ...(entry.reasoning === "" ? [] : [chunk("agent_thought", entry.reasoning)]),
        ...(entry.text.trim() === "" ? [] : [chunk("agent_message", entry.text)]),
      ];
    case "tool":
      return [
        { sessionUpdate: "tool_call", ...shownCall(entry, around), ...resultOf(entry, around) },
        ...planOf(entry),
      ];
    case "end":
      return endUpdates(entry, around);
    case "compaction":
    case "restored":
    case "rewound":
      return [];
    default:
      return entry satisfies never;
  }
}

/** A log event as updates. Text and reasoning are streamed separately, and the editor has the user's message already. */
export function newsUpdates(body: EventBody, state: SessionState, around: Surroundings): SessionUpdate[] {
  switch (body.type) {
    case "tool.requested": {
      const call = callIn(state, body.callId);
      return call ? [{ sessionUpdate: "tool_call", status: "pending", ...shownCall(call, around) }] : [];
    }
    case "tool.started":
      return [{ sessionUpdate: "tool_call_update", toolCallId: body.callId, status: "in_progress" }];
    case "tool.finished": {
      const call = callIn(state, body.callId);
      if (!call) return [];
      const { callId: toolCallId } = call;
      return [{ sessionUpdate: "tool_call_update", toolCallId, ...resultOf(call, around) }, ...planOf(call)];
    }
    case "mode.set":
      return [{ sessionUpdate: "current_mode_update", currentModeId: body.mode }];
    case "session.titled":
      return [{ sessionUpdate: "session_info_update", title: body.title, updatedAt: state.changedAt }];
    case "context.measured":
      return [{ sessionUpdate: "usage_update", used: body.used, size: body.window }];
    case "turn.ended":
      return endUpdates(body, around);
    default:
      return [];
  }
}

/** A failure is the prompt's error; any other early end is shown in the conversation. */
function endUpdates(end: Parameters<typeof endSentence>[0], { say }: Surroundings): SessionUpdate[] {
  const sentence = end.reason === "cancelled" ? undefined : endSentence(end, say);
  return sentence === undefined ? [] : [chunk("agent_message", `\n\n${sentence}`)];
}

/** A call as shown in the editor. Its title is cut, its arguments are complete. */
function shownCall(call: ToolEntry, { workspace }: Surroundings) {
  const paths = call.subject?.paths ?? [];
  return {
    toolCallId: call.callId,
    title: describeCall(call),
    kind: kindOf(call),
    rawInput: jsonOrNothing(call.arguments) ?? call.arguments,
    locations: paths.map(({ path }) => ({ path: resolve(workspace, path) })),
  };
}

/** The same with everything that an approval covers. */
export function askedCall(call: ToolEntry, around: Surroundings) {
  const { commands, arguments: beside } = exactBytes(call);
  const diffs = call.approval?.preview ? diffsIn(call.approval.preview, around) : [];
  const words = [...commands, ...(beside === undefined || diffs.length > 0 ? [] : [beside])];
  const content = [...words.map((text) => block(visibleText(text))), ...diffs];
  return { ...shownCall(call, around), status: "pending" as const, content };
}

function resultOf(call: ToolEntry, around: Surroundings) {
  const diffs = call.changes.flatMap((change) => diffsIn(change, around));
  const text = call.content === undefined || call.content === "" ? [] : [block(call.content)];
  return { status: statusOf(call), content: [...diffs, ...text] };
}

function statusOf({ status }: ToolEntry): ToolCallStatus {
  if (status === "ok") return "completed";
  if (status === "requested" || status === "waiting") return "pending";
  return status === "running" ? "in_progress" : "failed";
}

/** By the call's subject, as its tool reports it. */
function kindOf({ subject: { commands, paths, pattern, network, display } = {} }: ToolEntry): ToolKind {
  if (commands?.length) return "execute";
  if (network?.length) return "fetch";
  if (pattern !== undefined) return "search";
  if (paths?.some(({ access }) => access === "write")) return "edit";
  if (paths?.length) return "read";
  return display === "list" ? "think" : "other";
}

/** The model's complete todo list. */
function planOf({ subject, arguments: bytes, status }: ToolEntry): SessionUpdate[] {
  if (subject?.display !== "list" || status !== "ok") return [];
  const entries = todoItems(bytes).map(({ text, done }) => ({
    content: text,
    priority: "medium" as const,
    status: done ? ("completed" as const) : ("pending" as const),
  }));
  return [{ sessionUpdate: "plan", entries }];
}

/** Fenced with more backticks than the text contains, so that an editor shows it unchanged. */
function block(text: string): ToolCallContent {
  const fence = fenceAround(text);
  const body = `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
  return { type: "content", content: { type: "text", text: body } };
}

/** A unified diff in ACP's form: each hunk's lines before and after. */
function diffsIn(
  { path, diff }: { path: string; diff: string },
  { workspace }: Pick<Surroundings, "workspace">,
): ToolCallContent[] {
  const hunks = diff.split(/^@@ .*\n/m).slice(1);
  return hunks.map((hunk) => {
    const lines = hunk.split("\n").filter((line) => line !== "" && !line.startsWith("\\"));
    const side = (left: string) =>
      lines.filter((line) => !line.startsWith(left)).map((line) => `${line.slice(1)}\n`);
    const [before, after] = [side("+"), side("-")];
    return {
      type: "diff",
      path: resolve(workspace, path),
      oldText: before.length === 0 ? null : before.join(""),
      newText: after.join(""),
    };
  });
}
