import type { Endpoint, ModelBackend } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { BackendSettings } from "../backend-settings.ts";
import { askElsewhere } from "../chat/ask-elsewhere.ts";
import { lendChat } from "../chat/lend-chat.ts";
import { chatRequest } from "../chat/request/chat-request.ts";
import { FieldRoster } from "../chat/request/field-roster.ts";
import { samplingFor, samplingForLlama, samplingForOpenai } from "../chat/request/sampling-on-wire.ts";
import { thinkForLmStudio, thinkForOpenai } from "../chat/request/think-on-wire.ts";
import { readChatEvents } from "../chat/stream/chat-event.ts";
import type { RosterRequest } from "../chat/tool-offer/tool-roster.ts";
import { ToolsOffer } from "../chat/tool-offer/tools-offer.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";
import { KnowledgeOnce } from "../knowledge-once.ts";
import type { KnownModel } from "./openai-facts.ts";
import { generousReply, unknownTraits } from "./server-traits.ts";

type FactsReader = (address: ServerAddress, endpoint: Endpoint) => Promise<KnownModel>;

/** For a named model, the longest wait for facts from a slow server. Milliseconds. */
const unfelt = 1000;

/** Any server with OpenAI's chat route; `readFacts` reads the facts of this kind of server. */
export function openaiBackend(
  endpoint: Endpoint,
  settings: BackendSettings,
  readFacts: FactsReader,
): ModelBackend {
  const address = serverAddress(endpoint);
  const offer = new ToolsOffer(settings);
  const fields = new FieldRoster(settings.leftOut, settings.onFieldRefused);
  const known = new KnowledgeOnce(async () => {
    const found = await asHouseError(address, () => readFacts(address, endpoint));
    const facts = offer.learn(fields.learn(found.facts));
    return { ...found, facts, name: found.name ?? endpoint.model };
  });
  const isStudio = endpoint.kind === "lm-studio";
  const ask: RosterRequest = (prompt, request, cancel) => {
    const model = known.value?.name ?? endpoint.model;
    const { vision: sees, thinking: ways } = known.value?.facts.capabilities ?? {};
    const traits = known.value?.traits ?? unknownTraits;
    const wire = offer.onWire(prompt);
    const drawn = samplingFor(settings.sampling, request);
    const question = (leftOut: ReadonlySet<string>) => ({
      address,
      url: `${address.api}/chat/completions`,
      body: chatRequest(wire.prompt, {
        ...request,
        leftOut,
        model,
        stream: true,
        sees,
        stop: wire.stop,
        maxTokens: drawn.max_tokens ?? (traits.endsEarly ? generousReply : undefined),
        thoughtFields: traits.thoughtFields,
        extra: isStudio
          ? { ...samplingForLlama(drawn), ...thinkForLmStudio(settings.thinking, ways) }
          : { ...samplingForOpenai(drawn), ...thinkForOpenai(settings.thinking) },
      }),
      readEvents: readChatEvents,
    });
    return fields.reply((leftOut) => askElsewhere(question(leftOut), prompt, settings, cancel), cancel);
  };
  return {
    facts: async () => (await known.learn()).facts,
    async *reply(prompt, request, cancel) {
      if (cancel.aborted) return;
      // Most of these servers need a model's name, and LM Studio the name of the loaded one. If no facts arrive, the request itself
      // reports the fault.
      await known.once(cancel, isStudio || endpoint.model === undefined ? undefined : unfelt);
      if (cancel.aborted) return;
      yield* offer.reply(ask, prompt, request, cancel);
      // A request may have loaded the model: now its window is known.
      if (isStudio && known.value?.facts.window === undefined)
        await known.learn().catch(passOver("asking a model server"));
    },
    countTokens: async () => undefined,
    async lend(request, cancel) {
      await known.once(cancel, endpoint.model === undefined ? undefined : unfelt);
      return lendChat(address, settings, { ...request, model: known.value?.name ?? endpoint.model }, cancel);
    },
  };
}
