import type {
  EndEntry,
  Entry,
  Prompt,
  PromptCall,
  PromptImage,
  PromptMessage,
  SessionState,
  ToolEntry,
  TurnEndReason,
  UserEntry,
} from "@kestrel/protocol";

type Assistant = Extract<PromptMessage, { role: "assistant" }>;

/**
 * What the model is asked with: a pure function of the log. Between two requests of a session the earlier messages are a
 * prefix of the later ones, unless `context.compacted` stands between them. `pictures` holds base64 by blob for the wire;
 * without it pictures are there by name only.
 */
export function render(state: SessionState, pictures?: PictureBytes): Prompt {
  const messages: PromptMessage[] = [{ role: "system", content: state.prefix.system }];
  for (const block of blocksOf(state.timeline)) {
    if (block.entry.kind === "user") messages.push(userMessage(block.entry, pictures));
    else messages.push(...rendered(block.entry, block.calls, messages.at(-1), state.prefix));
  }
  return { messages, tools: state.prefix.tools };
}

/** The bytes of pictures in base64, by the name of their blob. */
export type PictureBytes = ReadonlyMap<string, string>;

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
  { reasoning }: SessionState["prefix"],
): readonly PromptMessage[] {
  switch (entry.kind) {
    case "note": {
      const note: PromptMessage = { role: "user", content: entry.text };
      // A reminder answers a reply; one without a word must still stand there, or roles do not alternate.
      const silent = entry.contextKind === "reminder" && last?.role !== "assistant";
      return silent ? [{ role: "assistant", content: closings.empty_reply }, note] : [note];
    }
    case "reply": {
      if (calls.length === 0 && (entry.text === "" || entry.finish === undefined)) return [];
      const reply: Assistant = {
        role: "assistant",
        // Templates put their own newline before a call; a trailing one of ours would move the prefix by a token.
        content: calls.length > 0 ? entry.text.trimEnd() : entry.text,
      };
      if (reasoning === "send" && entry.reasoning !== "" && !entry.cut) reply.reasoning = entry.reasoning;
      if (calls.length > 0) reply.calls = calls.map(callOf);
      return [reply, ...calls.map(answerOf)];
    }
    case "compaction":
      return [];
    case "end":
      return last?.role === "assistant" ? [] : [{ role: "assistant", content: closingWords(entry) }];
    default:
      entry satisfies never;
      return [];
  }
}

function userMessage({ notes, text, images = [] }: UserEntry, pictures?: PictureBytes): PromptMessage {
  const content = [...notes.map((note) => note.text), text].join("\n\n");
  if (images.length === 0) return { role: "user", content };
  const shown = images.flatMap(({ mediaType, blob }): PromptImage[] => {
    const base64 = pictures ? pictures.get(blob) : "";
    return base64 === undefined ? [] : [{ mediaType, blob, base64 }];
  });
  const lost = images.length - shown.length;
  const words = [content, ...Array<string>(lost).fill("[a picture whose file is gone]")].join("\n\n");
  return shown.length > 0
    ? { role: "user", content: words, images: shown }
    : { role: "user", content: words };
}

function callOf({ callId, tool, arguments: text }: ToolEntry): PromptCall {
  return { id: callId, name: tool, arguments: text };
}

function answerOf(call: ToolEntry): PromptMessage {
  return {
    role: "tool",
    callId: call.callId,
    content: call.folded ? foldedLine(call) : (call.content ?? ""),
  };
}

/** What stands in place of an output that was folded to make room. */
export function foldedLine({ tool, content = "" }: Pick<ToolEntry, "tool" | "content">): string {
  const lines = content === "" ? 0 : content.split("\n").length;
  return `[${tool} output of ${lines} lines removed to save space; call the tool again if you need it]`;
}

/** Said in the model's name when a turn ended before it could speak, so that roles go on alternating. */
function closingWords({ reason }: EndEntry): string {
  return closings[reason];
}

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
  log_unwritable: "(Stopped: the program could not write its log.)",
  shutdown: "(Stopped: the program was shut down.)",
};
