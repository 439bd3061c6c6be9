import type { Prompt, PromptMessage } from "@kestrel/protocol";
import { type ReplyEntry, Sequence, type SessionState } from "@kestrel/session-state";
import { noReply, type PictureBytes, render } from "../render.ts";

/** The variable parts of the request for a summary. */
export type SummaryWish = { words: number; matters?: string };

/** Tokens of a word, about. */
const tokensPerWord = 1.6;

/** The number of words to request for so many tokens. */
export const wordsIn = (tokens: number) => Math.floor(tokens / tokensPerWord);

/** Replaces the outputs of the newest calls. The model reads them after its notes, once. */
export const heldBack = "(Held back. You will read this output after your notes.)";

/** The sections that notes must have, from any model. */
export const notesForm = `## Task
what the user wants, in the user's words
## Constraints
what must or must not be done
## Decisions
what was decided, and why
## Files
each path that matters and the state it is in
## Errors
errors met, word for word, and what came of them
## Next steps
what to do next, in order
Copy exact paths, names, numbers, values and commands. Carry over what still matters of earlier notes.`;

/** The text that requests a summary. It comes last, so that the server's cache stays valid. */
export function summaryRequest({ words, matters }: SummaryWish): string {
  const above = matters?.trim() ? `\nKeep above all: ${matters.trim()}` : "";
  return `The context window is nearly full. Everything above will be removed, and only the notes you write now will stay. Call no tool and go on with no task in this reply. Write the notes for yourself as plain text under these headings:
${notesForm} At most ${words} words.${above}`;
}

/**
 * The prompt that requests the summary: exactly the last prompt and its reply, then the request. It takes the place of the newest
 * output, so that roles alternate as templates require.
 */
export function summaryPrompt(
  state: SessionState,
  boundary: ReadBoundary,
  wish: SummaryWish,
  pictures?: PictureBytes,
): Prompt {
  const timeline = Sequence.from(entriesBefore(state, boundary.unread));
  const { messages, tools } = render({ ...state, timeline }, pictures);
  const request = summaryRequest(wish);
  if (boundary.calls === 0) {
    // An empty reply is not in the history, but must precede the text after it.
    const silence = messages.at(-1)?.role === "user" ? [noReply] : [];
    return { messages: [...messages, ...silence, { role: "user", content: request }], tools };
  }
  const answers = messages.length - boundary.calls;
  const asking = messages.map((message, index): PromptMessage => {
    if (message.role !== "tool" || index < answers) return message;
    return { ...message, content: index === messages.length - 1 ? request : heldBack };
  });
  return { messages: asking, tools };
}

/** The timeline before an entry. */
export function* entriesBefore({ timeline }: SessionState, end: number) {
  let index = 0;
  for (const entry of timeline) {
    if (index++ >= end) return;
    yield entry;
  }
}

/** The position of the newest reply in the history, and of the first entry after its calls. */
export type ReadBoundary = { reply: ReplyEntry; from: number; unread: number; calls: number };

/**
 * The model has seen everything up to the newest reply, and not what follows (its calls' results, new messages). Undefined before
 * its first reply.
 */
export function readBoundary({ timeline }: SessionState): ReadBoundary | undefined {
  let calls = 0;
  for (let index = timeline.length - 1; index >= 0; index--) {
    const entry = timeline.at(index);
    if (entry?.kind === "tool") calls++;
    if (entry?.kind !== "reply") {
      if (entry?.kind !== "tool") calls = 0;
      continue;
    }
    const spoken = calls > 0 || (entry.text !== "" && entry.finish !== undefined);
    if (spoken) return { reply: entry, from: index, unread: index + 1 + calls, calls };
  }
  return undefined;
}
