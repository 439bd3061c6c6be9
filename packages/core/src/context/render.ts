import {
  type CallId,
  callName,
  type KeptImage,
  type Prompt,
  type PromptCall,
  type PromptImage,
  type PromptMessage,
  type TurnEndReason,
} from "@kestrel/protocol";
import type { EndEntry, Entry, SessionState, ToolEntry, UserEntry } from "@kestrel/session-state";
import { fenceAround, parseJson } from "@kestrel/text";

type Assistant = Extract<PromptMessage, { role: "assistant" }>;

/**
 * The prompt: a pure function of the log. Between two requests of a session the earlier messages are a prefix of the later ones, unless a
 * `context.compacted`, `history.rewound` or `prompt.adapted` is between them. `pictures` contains base64 by blob for the request; without
 * it pictures are included by name only.
 */
export function render(state: SessionState, pictures?: PictureBytes): Prompt {
  const messages: PromptMessage[] = [{ role: "system", content: state.prefix.system }];
  if (state.compacted) messages.push(summaryMessage(state, pictures));
  /** The last message was followed by an empty reply. */
  let silence = false;
  for (const { entry, calls } of blocksOf(keptEntries(state))) {
    const before = messages.length;
    const last = messages.at(-1);
    const named = namedCalls(state, calls);
    if (entry.kind === "user") {
      const laid = named.filter((call) => call.laid === "text");
      const others = named.filter((call) => call.laid === undefined);
      messages.push(userMessage(entry, pictures, laid), ...callsBehind(others, pictures));
    } else if (entry.kind === "note" && last?.role === "user" && !silence)
      messages[before - 1] = { ...last, content: `${last.content}\n\n${entry.shortened ?? entry.text}` };
    else messages.push(...rendered(entry, named, last, { ...state.prefix, pictures }));
    silence = messages.length === before && (silence || entry.kind === "reply");
  }
  return { messages, tools: state.prefix.tools };
}

/** The bytes of pictures in base64, by the name of their blob. */
export type PictureBytes = ReadonlyMap<string, string>;

/** The entries that the model still sees: all, or those after the summary. */
function* keptEntries({ timeline, compacted }: SessionState): Generator<Entry> {
  if (!compacted) return yield* timeline;
  for (let index = compacted.from; index < timeline.length; index++) {
    const entry = timeline.at(index);
    if (entry) yield entry;
  }
}

/** The summary is appended to the first user message, whose part of the server's cache stays valid. */
function summaryMessage({ timeline, compacted }: SessionState, pictures?: PictureBytes): PromptMessage {
  const text = [compacted?.task ?? "", compacted?.summary ?? ""].join("\n\n");
  for (const entry of timeline) {
    // Pictures that could not fit stay removed.
    const seen = entry.kind === "user" && entry.shortened !== undefined ? { shortened: text } : { text };
    if (entry.kind === "user") return userMessage({ ...entry, ...seen, notes: [] }, pictures);
  }
  return { role: "user", content: text };
}

type Block = { entry: Exclude<Entry, ToolEntry>; calls: ToolEntry[] };

/** A reply and the calls it made are one block: their answers follow it together. */
function* blocksOf(timeline: Iterable<Entry>): Generator<Block> {
  let open: Block | undefined;
  for (const entry of timeline) {
    if (entry.kind === "tool") {
      open?.calls.push(entry);
      continue;
    }
    if (open) yield open;
    open = { entry, calls: [] };
  }
  if (open) yield open;
}

function rendered(
  entry: Exclude<Entry, ToolEntry | UserEntry>,
  calls: readonly ToolEntry[],
  last: PromptMessage | undefined,
  { reasoning, pictures }: Pick<SessionState["prefix"], "reasoning"> & { pictures?: PictureBytes },
): readonly PromptMessage[] {
  switch (entry.kind) {
    case "note": {
      const note: PromptMessage = { role: "user", content: entry.shortened ?? entry.text };
      // An empty reply must still precede the text that answers it, so that roles alternate.
      const silent =
        last?.role === "user" ||
        (entry.contextKind === "reminder" && last?.role !== "assistant") ||
        (last?.role === "tool" && isLasting(last.callId));
      return silent ? [noReply, note] : [note];
    }
    case "reply": {
      if (calls.length === 0 && (entry.text.trim() === "" || entry.finish === undefined)) return [];
      const reply: Assistant = {
        role: "assistant",
        // Templates put their own newline before a call; a trailing one of ours would move the prefix by a token.
        content: calls.length > 0 ? entry.text.trimEnd() : entry.text,
      };
      if (reasoning === "send" && entry.reasoning !== "" && !entry.cut) reply.reasoning = entry.reasoning;
      if (calls.length > 0) reply.calls = calls.map(callOf);
      return [reply, ...calls.map((call) => answerOf(call, pictures))];
    }
    case "compaction":
    case "restored":
    case "rewound":
      return [];
    case "end":
      return last?.role === "assistant" ? [] : [{ role: "assistant", content: closingWords(entry) }];
    default:
      entry satisfies never;
      return [];
  }
}

/** `laid`: results in front of the text. A small model continues what it read last, and that should be the request. */
function userMessage(
  entry: UserEntry,
  pictures?: PictureBytes,
  laid: readonly ToolEntry[] = [],
): PromptMessage {
  const { notes, text, shortened } = entry;
  const content = [...notes.map((note) => note.text), ...laid.map(laidText), shortened ?? text].join("\n\n");
  const images = shortened === undefined ? (entry.images ?? []) : [];
  return { role: "user", ...withPictures(content, images, pictures) };
}

/** A file under its name, a command's output under the command. */
function laidText(call: ToolEntry): string {
  const { path, command } = parseJson(call.arguments) as { path?: string; command?: string };
  const { content } = answerOf(call);
  const fence = fenceAround(content);
  return path === undefined ? `$ ${command}\n${content}` : `${path}:\n${fence}\n${content}\n${fence}`;
}

/** Calls that Kestrel made before the model's first reply, with their answers, in the form of the model's own. */
function callsBehind(calls: readonly ToolEntry[], pictures?: PictureBytes): PromptMessage[] {
  if (calls.length === 0) return [];
  const asked: Assistant = { role: "assistant", content: "", calls: calls.map(callOf) };
  return [asked, ...calls.map((call) => answerOf(call, pictures))];
}

/** Text with its pictures; a picture without bytes becomes a text. */
function withPictures(content: string, images: readonly KeptImage[], pictures?: PictureBytes) {
  if (images.length === 0) return { content };
  const shown = images.flatMap(({ mediaType, blob }): PromptImage[] => {
    const base64 = pictures ? pictures.get(blob) : "";
    return base64 === undefined ? [] : [{ mediaType, blob, base64 }];
  });
  const lost = images.length - shown.length;
  const words = [content, ...Array<string>(lost).fill("[a picture whose file is gone]")].join("\n\n");
  return shown.length > 0 ? { content: words, images: shown } : { content: words };
}

/** The calls with their names in the prompt. */
function namedCalls({ adaptedAt }: SessionState, calls: readonly ToolEntry[]): readonly ToolEntry[] {
  if (adaptedAt === undefined) return calls;
  return calls.map((call) => ({ ...call, callId: callName.of(callName.number(call.callId)) }));
}

/** A call id in the current format, with which roles alternate; older versions' ids stay as sent. */
function isLasting(callId: CallId): boolean {
  return callId === callName.of(callName.number(callId));
}

function callOf({ callId, tool, arguments: text }: ToolEntry): PromptCall {
  return { id: callId, name: tool, arguments: text };
}

function answerOf(call: ToolEntry, pictures?: PictureBytes): PromptMessage {
  const { callId, content = "", images = [] } = call;
  if (call.folded) return { role: "tool", callId, content: foldedLine(call) };
  return { role: "tool", callId, ...withPictures(content, images, pictures) };
}

/** Replaces a folded output. Never changes: a prompt is rendered from its log, and the models that fold were trained on it. */
export function foldedLine({ tool, content = "" }: Pick<ToolEntry, "tool" | "content">): string {
  const lines = content === "" ? 0 : content.split("\n").length;
  return `[${tool} output of ${lines} lines removed to save space; call the tool again if you need it]`;
}

/** An assistant message for a turn that ended without a reply, so that roles alternate. */
function closingWords({ reason }: EndEntry): string {
  return closings[reason];
}

/** Replaces an empty reply that is followed by text. */
export const noReply: PromptMessage = { role: "assistant", content: "(No reply.)" };

const closings: Record<TurnEndReason, string> = {
  done: "(No reply.)",
  cancelled: "(Stopped by the user.)",
  failed: "(Stopped: the model could not be reached.)",
  max_steps: "(Stopped: too many steps in one turn.)",
  context_full: "(Stopped: the context window is full.)",
  length: "(Stopped: the reply was cut off.)",
  empty_reply: "(No reply.)",
  interrupted: "(Stopped: the program ended.)",
  doom_loop: "(Stopped: the same steps came again and again.)",
  same_error: "(Stopped: the same error came again and again.)",
  repetition: "(Stopped: the reply repeated itself.)",
  reasoning_budget: "(Stopped: too much thinking without an answer.)",
  too_many_calls: "(Stopped: too many calls at once.)",
  arguments_too_long: "(Stopped: the arguments of the calls were too long.)",
  reply_too_long: "(Stopped: the reply was too long.)",
  stop_command: "(Stopped: the user's own check still fails.)",
  unfinished: "(Stopped: the work is not finished.)",
  log_unwritable: "(Stopped: the program could not write its log.)",
  shutdown: "(Stopped: the program was shut down.)",
};
