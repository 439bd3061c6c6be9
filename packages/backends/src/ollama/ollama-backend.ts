import type { Endpoint, ModelBackend } from "@kestrel/core";
import type { BackendSettings } from "../backend-settings.ts";
import { askElsewhere } from "../chat/ask-elsewhere.ts";
import { lendChat } from "../chat/lend-chat.ts";
import { FieldRoster } from "../chat/request/field-roster.ts";
import { samplingFor } from "../chat/request/sampling-on-wire.ts";
import type { RosterRequest } from "../chat/tool-offer/tool-roster.ts";
import { ToolsOffer } from "../chat/tool-offer/tools-offer.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { serverAddress } from "../http/server-address.ts";
import { KnowledgeOnce } from "../knowledge-once.ts";
import { judgePromptCount } from "./judge-prompt-count.ts";
import { readOllamaModel } from "./ollama-facts.ts";
import { ollamaRequest } from "./ollama-request.ts";
import { readOllamaEvents } from "./read-ollama-events.ts";

/** When no facts could be read; the request itself then reports the fault. Tokens. */
const unknownWindow = 16_384;

/** Ollama itself lets go after five minutes, and of the cache with it: then the next turn reads everything again. */
const usualKeepAliveMinutes = 120;

/** Ollama by its own route: the OpenAI one cannot set the window, and cuts what does not fit in silence. */
export function ollamaBackend(endpoint: Endpoint, settings: BackendSettings): ModelBackend {
  const address = serverAddress(endpoint);
  const offer = new ToolsOffer(settings);
  const fields = new FieldRoster(settings.leftOut, settings.onFieldRefused);
  let window = endpoint.window;
  const known = new KnowledgeOnce(async () => {
    const found = await asHouseError(address, () =>
      readOllamaModel(address, window === undefined ? endpoint : { ...endpoint, window }),
    );
    window = found.window;
    return { ...found, facts: offer.learn(fields.learn(found.facts)) };
  });
  const ask: RosterRequest = (prompt, request, cancel) => {
    const { name, thinks, facts } = known.value ?? {};
    const tokens = window ?? unknownWindow;
    const wire = offer.onWire(prompt);
    const question = (leftOut: ReadonlySet<string>) => ({
      address,
      url: `${address.root}/api/chat`,
      body: ollamaRequest(wire.prompt, {
        ...request,
        leftOut,
        model: name ?? endpoint.model,
        window: tokens,
        thinking: thinks ? (settings.thinking ?? "on") : undefined,
        neverOff: facts?.capabilities.thinking?.includes("off") === false,
        drawn: samplingFor(settings.sampling, request),
        keepAliveMinutes: settings.keepAliveMinutes ?? usualKeepAliveMinutes,
        sees: facts?.capabilities.vision,
        stop: wire.stop,
      }),
      readEvents: (bytes: AsyncIterable<Uint8Array>) =>
        readOllamaEvents(bytes, judgePromptCount(prompt, tokens)),
    });
    return fields.reply((leftOut) => askElsewhere(question(leftOut), prompt, settings, cancel), cancel);
  };
  return {
    facts: async () => (await known.learn()).facts,
    async *reply(prompt, request, cancel) {
      if (cancel.aborted) return;
      await known.once(cancel);
      if (cancel.aborted) return;
      if (known.value?.loaded === false) yield { kind: "progress", progress: { phase: "loading" } };
      for await (const chunk of offer.reply(ask, prompt, request, cancel)) {
        if (known.value && chunk.kind !== "failed") known.value.loaded = true;
        yield chunk;
      }
    },
    countTokens: async () => undefined,
    async lend(request, cancel) {
      await known.once(cancel);
      return lendChat(address, settings, { ...request, model: known.value?.name ?? endpoint.model }, cancel);
    },
  };
}
