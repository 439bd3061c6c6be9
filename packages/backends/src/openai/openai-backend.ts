import type { Endpoint, ModelBackend } from "@kestrel/core";
import { type BackendSettings, usualLoadingLimit, usualSilenceLimit } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { chatRequest } from "../chat/request/chat-request.ts";
import { thinkForOpenai } from "../chat/request/think-on-wire.ts";
import { readChatEvents } from "../chat/stream/chat-event.ts";
import type { Ask } from "../chat/tool-offer/tool-roster.ts";
import { ToolsOffer } from "../chat/tool-offer/tools-offer.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";
import { KnowledgeOnce } from "../knowledge-once.ts";
import type { KnownModel } from "./openai-facts.ts";

type FactsReader = (address: ServerAddress, endpoint: Endpoint) => Promise<KnownModel>;

/** Any server that speaks OpenAI's chat route; `readFacts` is how this kind of server is asked about itself. */
export function openaiBackend(
  endpoint: Endpoint,
  settings: BackendSettings,
  readFacts: FactsReader,
): ModelBackend {
  const address = serverAddress(endpoint);
  const offer = new ToolsOffer(settings);
  const known = new KnowledgeOnce(async () => {
    const found = await asHouseError(address, () => readFacts(address, endpoint));
    const facts = offer.learn(found.facts);
    return { ...found, facts, name: found.name ?? endpoint.model };
  });
  const ask: Ask = (prompt, request, cancel) => {
    const model = known.value?.name ?? endpoint.model;
    const { vision: sees } = known.value?.facts.capabilities ?? {};
    const wire = offer.onWire(prompt);
    const extra = thinkForOpenai(settings.thinking);
    const question = {
      address,
      url: `${address.api}/chat/completions`,
      body: chatRequest(wire.prompt, { ...request, model, stream: true, sees, stop: wire.stop, extra }),
      readEvents: readChatEvents,
      tools: new Set(prompt.tools.map(({ name }) => name)),
      interrupted: "connection_lost" as const,
      reportsProgress: false,
      silenceLimit: settings.silenceLimit ?? usualSilenceLimit,
      loadingLimit: settings.loadingLimit ?? usualLoadingLimit,
    };
    return askChat(question, cancel);
  };
  return {
    facts: async () => (await known.learn()).facts,
    async *reply(prompt, request, cancel) {
      if (cancel.aborted) return;
      // Most of these servers want a model's name, and LM Studio the name of what is loaded. Where none is told, the
      // request itself shows what is wrong.
      if (endpoint.model === undefined || endpoint.kind === "lm-studio") await known.once(cancel);
      if (cancel.aborted) return;
      yield* offer.reply(prompt, request, cancel, ask);
    },
    countTokens: async () => undefined,
  };
}
