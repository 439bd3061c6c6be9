import type { Endpoint, ModelBackend } from "@kestrel/core";
import type { Capabilities } from "@kestrel/protocol";
import { type BackendSettings, usualLoadingLimit, usualSilenceLimit } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { chatRequest } from "../chat/request/chat-request.ts";
import { samplingFor, samplingForLlama } from "../chat/request/sampling-on-wire.ts";
import { thinkForLlama } from "../chat/request/think-on-wire.ts";
import { readChatEvents } from "../chat/stream/chat-event.ts";
import type { Ask } from "../chat/tool-offer/tool-roster.ts";
import { ToolsOffer } from "../chat/tool-offer/tools-offer.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import { serverAddress } from "../http/server-address.ts";
import { countTokens } from "./count-tokens.ts";
import { readLlamaFacts } from "./llama-facts.ts";
import { SlotPins } from "./slot-pins.ts";
import { SpokenReplies } from "./spoken-replies.ts";

/** A llama-server: real prefill progress, exact counts, and a slot for each conversation where it has several. */
export function llamaCppBackend(endpoint: Endpoint, settings: BackendSettings): ModelBackend {
  const address = serverAddress(endpoint);
  const pins = new SlotPins();
  const offer = new ToolsOffer(settings);
  const spoken = new SpokenReplies(address);
  const learned: { sees: boolean | undefined; ways: Capabilities["thinking"] } = {
    sees: endpoint.vision,
    ways: undefined,
  };
  const thinking = () => thinkForLlama(settings.thinking, learned.ways);
  const askAt =
    (slot: number | undefined): Ask =>
    (prompt, request, cancel) => {
      const pinned = slot === undefined ? {} : { id_slot: slot };
      const budget = { reasoning_budget_tokens: request.reasoningTokens };
      const signs = { return_progress: true, sse_ping_interval: 1, reasoning_control: true };
      const drawn = samplingFor(settings.sampling, request);
      const extra = { ...samplingForLlama(drawn), ...budget, ...thinking(), ...signs, ...pinned };
      const told = { model: endpoint.model, stream: true, sees: learned.sees, maxTokens: drawn.max_tokens };
      const wire = offer.onWire(prompt);
      const question = {
        address,
        url: `${address.api}/chat/completions`,
        body: chatRequest(wire.prompt, { ...request, ...told, stop: wire.stop, extra }),
        readEvents: readChatEvents,
        tools: new Set(prompt.tools.map(({ name }) => name)),
        interrupted: "engine_died" as const,
        reportsProgress: true,
        silenceLimit: settings.silenceLimit ?? usualSilenceLimit,
        loadingLimit: settings.loadingLimit ?? usualLoadingLimit,
      };
      return spoken.during((whenNamed) => askChat({ ...question, whenNamed }, cancel));
    };
  return {
    async facts() {
      const told = await asHouseError(address, () => readLlamaFacts(address, endpoint));
      const facts = offer.learn(told);
      pins.serverHas(facts.slots ?? 1);
      learned.sees = facts.capabilities.vision;
      learned.ways = facts.capabilities.thinking;
      return facts;
    },
    async *reply(prompt, request, cancel) {
      const ask = askAt(pins.slotFor(prompt));
      for await (const chunk of offer.reply(prompt, request, cancel, ask)) {
        if (chunk.kind === "done") pins.heard(prompt, chunk.usage);
        yield chunk;
      }
    },
    endReasoning: () => spoken.endReasoning(),
    countTokens: (prompt) =>
      countTokens(address, offer.onWire(prompt).prompt, {
        model: endpoint.model,
        sees: learned.sees,
        extra: thinking(),
      }).catch((cause: unknown) => {
        if (cause instanceof ConnectionFailure) return undefined;
        throw cause;
      }),
  };
}
