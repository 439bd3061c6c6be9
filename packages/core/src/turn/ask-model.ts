import type { EventOf } from "@kestrel/protocol";
import { firstDifference, lastDigests } from "../context/cache-shortfall.ts";
import { expectedReuse } from "../context/spoken-verbatim.ts";
import type { landCall } from "./land-calls.ts";
import type { Reply } from "./reply.ts";
import { ReplyCollector } from "./reply-collector.ts";
import { replyRequest, thinkingTokens, type WantedReply } from "./reply-request.ts";
import type { StepParts } from "./step-parts.ts";

/** How one reply is asked for, and what is known of who answers. */
export type Asking = WantedReply & Pick<EventOf<"request.sent">, "model" | "instance">;

/** One request and the reply to it, told live and to the log while it is spoken; how it ended is logged by whoever judges it. */
export async function askModel(parts: StepParts, step: number, asking: Asking): Promise<Reply> {
  const { journal, live, images, agent, turnId, facts } = parts;
  const { model, instance, callFormat } = asking;
  const prompt = await images.prompt(journal.state);
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value, byName)).slice(0, 16);
  const { sent } = journal.state;
  const added = prompt.messages.slice(sent.messages).map(shortDigest);
  await journal.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added,
    differsAt: sent.messages === 0 ? firstDifference(lastDigests(journal.state), added) : undefined,
    instance,
    tools: shortDigest(prompt.tools),
    expectedReuse: expectedReuse(journal.state),
    model,
    callFormat,
  });
  live.begin(turnId, step);
  parts.early?.forget();
  const reasoningTokens = thinkingTokens(journal.state, agent.limits);
  let land: typeof landCall | undefined;
  const collector = new ReplyCollector(parts, step, {
    reasoningTokens,
    silent: callFormat === "schema",
    demo: facts?.demo,
    written: (index, call) => land && parts.early?.written(index, land(call, journal.state.prefix)),
  });
  const request = replyRequest(journal.state, asking, agent.limits);
  for await (const chunk of agent.backend.reply(prompt, request, collector.cancel)) {
    // Landing is not on the way to the first request: it is loaded while the server works on that.
    land ??= (await import("./land-calls.ts")).landCall;
    await collector.take(chunk);
  }
  const reply = await collector.finished();
  // Of a reply that came to nothing no call is run.
  if (reply.failure || reply.cut || reply.finish === "cancelled") parts.early?.forget();
  return reply;
}

/** What is digested names a picture's bytes and does not hold them. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}
