import type { Endpoint, ModelBackend } from "@kestrel/core";
import { type BackendSettings, usualSilenceLimit } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { chatRequest } from "../chat/chat-request.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import { serverAddress } from "../http/server-address.ts";
import { countTokens } from "./count-tokens.ts";
import { readLlamaFacts } from "./llama-facts.ts";
import { SlotPins } from "./slot-pins.ts";

/** A llama-server: real prefill progress, exact counts, and a slot for each conversation where it has several. */
export function llamaCppBackend(endpoint: Endpoint, settings: BackendSettings): ModelBackend {
  const address = serverAddress(endpoint);
  const pins = new SlotPins();
  return {
    async facts() {
      const facts = await asHouseError(address, () => readLlamaFacts(address, endpoint));
      pins.serverHas(facts.slots ?? 1);
      return facts;
    },
    async *reply(prompt, request, cancel) {
      const slot = pins.slotFor(prompt);
      const extra = {
        return_progress: true,
        sse_ping_interval: 1,
        ...(slot === undefined ? {} : { id_slot: slot }),
      };
      const question = {
        address,
        body: chatRequest(prompt, { ...request, model: endpoint.model, stream: true, extra }),
        tools: new Set(prompt.tools.map(({ name }) => name)),
        interrupted: "engine_died" as const,
        reportsProgress: true,
        silenceLimit: settings.silenceLimit ?? usualSilenceLimit,
      };
      for await (const chunk of askChat(question, cancel)) {
        if (chunk.kind === "done") pins.heard(prompt, chunk.usage);
        yield chunk;
      }
    },
    countTokens: (prompt) =>
      countTokens(address, prompt, endpoint.model).catch((cause: unknown) => {
        if (cause instanceof ConnectionFailure) return undefined;
        throw cause;
      }),
  };
}
