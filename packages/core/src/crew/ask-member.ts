import type { CrewJob, Failure, Prompt } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";

/** A crew model's answer, complete or partial, and its cost by its server's own count. */
export type MemberReply = Pick<CrewJob, "tokensIn" | "tokensOut"> &
  (
    | { kind: "said"; text: string /** It came to its end by itself. */; whole: boolean }
    | { kind: "failed"; failure: Failure }
  );

/** A token is seldom more UTF-16 units than this; a longer text is no answer. */
const unitsPerToken = 16;

/**
 * Asks a member for one reply of text. It gets no tools, its reasoning is not kept, and its calls are dropped. `secrets`, and text that
 * looks like a secret, are never sent: its server may be foreign. `answerSchema` is sent when the server supports it.
 * Never rejects for a failure of the model. When `cancel` fires, it resolves within 500 ms.
 */
export async function askMember(
  { backend, redactor }: CrewMember,
  messages: Prompt["messages"],
  request: Pick<ReplyRequest, "answerSchema"> & { maxTokens: number; secrets: readonly string[] },
  cancel: CancelSignal,
): Promise<MemberReply> {
  const { maxTokens, answerSchema, secrets } = request;
  const able = answerSchema && (await backend.facts()).capabilities.answerSchema === true;
  const stop = new Cancellation(cancel);
  const longest = maxTokens * unitsPerToken;
  let text = "";
  let whole = false;
  let failure: Failure | undefined;
  let usage: Pick<CrewJob, "tokensIn" | "tokensOut"> = {};
  const asked: ReplyRequest = {
    toolChoice: "none",
    maxTokens,
    reasoningTokens: 0,
    ...(able && { answerSchema }),
  };
  const contents = messages.map(({ role, content }) => (role === "system" ? "" : content));
  const clean = await redactor.messages(contents, secrets);
  const shown = messages.map((message, at) => ({ ...message, content: clean[at] || message.content }));
  for await (const chunk of backend.reply({ messages: shown, tools: [] }, asked, stop)) {
    if (chunk.kind === "text") text += chunk.delta;
    else if (chunk.kind === "reasoning" && chunk.insteadOfText) text = "";
    else if (chunk.kind === "failed") failure = chunk.failure;
    else if (chunk.kind === "done") {
      whole = chunk.finish === "stop";
      usage = { tokensIn: chunk.usage?.prompt, tokensOut: chunk.usage?.generated };
    }
    if (text.length > longest) stop.cancel();
  }
  stop.release();
  if (failure) return { kind: "failed", failure, ...usage };
  return { kind: "said", text: text.slice(0, longest), whole, ...usage };
}
