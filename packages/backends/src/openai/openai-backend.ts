import type { CancelSignal, Endpoint, ModelBackend } from "@kestrel/core";
import { type BackendSettings, usualSilenceLimit } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { chatRequest } from "../chat/chat-request.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";
import { whenCancelled } from "../when-cancelled.ts";
import type { KnownModel } from "./openai-facts.ts";

type FactsReader = (address: ServerAddress, endpoint: Endpoint) => Promise<KnownModel>;

/** Any server that speaks OpenAI's chat route; `readFacts` is how this kind of server is asked about itself. */
export function openaiBackend(
  endpoint: Endpoint,
  settings: BackendSettings,
  readFacts: FactsReader,
): ModelBackend {
  const address = serverAddress(endpoint);
  let model = endpoint.model;

  const learn = async () => {
    const known = await asHouseError(address, () => readFacts(address, endpoint));
    model = known.name ?? model;
    return known.facts;
  };
  // Most of these servers want a model's name. Where none is told, the request itself shows what is wrong.
  let learning: Promise<unknown> | undefined;
  const learnOnce = async (cancel: CancelSignal) => {
    learning ??= learn().catch(() => undefined);
    const cancelled = whenCancelled(cancel);
    await Promise.race([learning, cancelled.happens]);
    cancelled.forget();
  };
  return {
    facts: learn,
    async *reply(prompt, request, cancel) {
      if (cancel.aborted) return;
      if (model === undefined) await learnOnce(cancel);
      if (cancel.aborted) return;
      const question = {
        address,
        body: chatRequest(prompt, { ...request, model, stream: true }),
        tools: new Set(prompt.tools.map(({ name }) => name)),
        interrupted: "unreachable" as const,
        reportsProgress: false,
        silenceLimit: settings.silenceLimit ?? usualSilenceLimit,
      };
      yield* askChat(question, cancel);
    },
    countTokens: async () => undefined,
  };
}
