import type { Endpoint, ModelBackend } from "@kestrel/core";
import { type BackendSettings, usualSilenceLimit } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { readChatEvents } from "../chat/chat-event.ts";
import { chatRequest } from "../chat/chat-request.ts";
import { thinkForOpenai } from "../chat/think-on-wire.ts";
import { type Ask, ToolRoster } from "../chat/tool-roster.ts";
import { promptOnWire } from "../chat/tools-as-text.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";
import { KnowledgeOnce } from "../knowledge-once.ts";
import { withToolsAsSet } from "../tools-as-set.ts";
import type { KnownModel } from "./openai-facts.ts";

type FactsReader = (address: ServerAddress, endpoint: Endpoint) => Promise<KnownModel>;

/** Any server that speaks OpenAI's chat route; `readFacts` is how this kind of server is asked about itself. */
export function openaiBackend(
  endpoint: Endpoint,
  settings: BackendSettings,
  readFacts: FactsReader,
): ModelBackend {
  const address = serverAddress(endpoint);
  const roster = new ToolRoster(settings.onToolDisabled);
  const known = new KnowledgeOnce(async () => {
    const found = await asHouseError(address, () => readFacts(address, endpoint));
    const facts = withToolsAsSet(found.facts, settings);
    return { ...found, facts, name: found.name ?? endpoint.model };
  });
  const ask: Ask = (prompt, request, cancel) => {
    const model = known.value?.name ?? endpoint.model;
    const { vision: sees, tools } = known.value?.facts.capabilities ?? {};
    const wire = promptOnWire(prompt, settings.tools ?? tools, settings);
    const extra = thinkForOpenai(settings.thinking);
    const question = {
      address,
      url: `${address.api}/chat/completions`,
      body: chatRequest(wire.prompt, { ...request, model, stream: true, sees, stop: wire.stop, extra }),
      readEvents: readChatEvents,
      tools: new Set(prompt.tools.map(({ name }) => name)),
      interrupted: "unreachable" as const,
      reportsProgress: false,
      silenceLimit: settings.silenceLimit ?? usualSilenceLimit,
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
      yield* roster.reply(prompt, request, cancel, ask);
    },
    countTokens: async () => undefined,
  };
}
