import type { Endpoint, ModelBackend, ReplyChunk } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Prompt } from "@kestrel/protocol";
import type { Capabilities } from "@kestrel/protocol/api";
import { z } from "zod";
import { type BackendSettings, waitsOf } from "../backend-settings.ts";
import { askChat } from "../chat/ask-chat.ts";
import { lendChat } from "../chat/lend-chat.ts";
import { chatRequest, type RequestOptions } from "../chat/request/chat-request.ts";
import { FieldRoster } from "../chat/request/field-roster.ts";
import { samplingFor, samplingForLlama } from "../chat/request/sampling-on-wire.ts";
import { thinkForLlama } from "../chat/request/think-on-wire.ts";
import { readChatEvents } from "../chat/stream/chat-event.ts";
import type { RosterRequest } from "../chat/tool-offer/tool-roster.ts";
import { ToolsOffer } from "../chat/tool-offer/tools-offer.ts";
import { asHouseError } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";
import { countTokens } from "./count-tokens.ts";
import { readLlamaFacts } from "./llama-facts.ts";
import { AheadReader } from "./read-ahead.ts";
import { SlotPins } from "./slot-pins.ts";

/** From the latest facts of the server. */
type Learned = {
  sees: boolean | undefined;
  ways: Capabilities["thinking"];
  instance?: string;
  /** The instance that was seen to count tokens. */
  countedIn?: string;
};

/** A llama-server: real prefill progress, exact counts, and a slot for each conversation where it has several. */
export function llamaCppBackend(endpoint: Endpoint, settings: BackendSettings): ModelBackend {
  const address = serverAddress(endpoint);
  const pins = new SlotPins();
  const offer = new ToolsOffer(settings);
  const fields = new FieldRoster(settings.leftOut, settings.onFieldRefused);
  const ahead = new AheadReader(address);
  const spoken = new SpokenReplies(address);
  const learned: Learned = { sees: endpoint.vision, ways: undefined };
  let heard = settings.said;
  const thinking = () => thinkForLlama(settings.thinking, learned.ways);
  const askAt =
    (slot: number | undefined): RosterRequest =>
    (prompt, request, cancel) => {
      const pinned = slot === undefined ? {} : { id_slot: slot };
      const budget = { reasoning_budget_tokens: request.reasoningTokens };
      const signs = { return_progress: true, sse_ping_interval: 1, reasoning_control: true };
      const drawn = samplingFor(settings.sampling, request);
      const extra = { ...samplingForLlama(drawn), ...budget, ...thinking(), ...signs, ...pinned };
      const told = { model: endpoint.model, stream: true, sees: learned.sees, maxTokens: drawn.max_tokens };
      const wire = offer.onWire(prompt);
      const question = (leftOut: ReadonlySet<string>) => ({
        address,
        url: `${address.api}/chat/completions`,
        body: chatRequest(wire.prompt, { ...request, ...told, stop: wire.stop, extra, leftOut }),
        readEvents: readChatEvents,
        tools: new Set(prompt.tools.map(({ name }) => name)),
        interrupted: endpoint.own ? ("engine_died" as const) : ("connection_lost" as const),
        reportsProgress: true,
        ...waitsOf(settings),
      });
      return fields.reply(
        (leftOut) => spoken.during((whenNamed) => askChat({ ...question(leftOut), whenNamed }, cancel)),
        cancel,
      );
    };
  const rendering = () => ({
    model: endpoint.model,
    sees: learned.sees,
    extra: thinking(),
    leftOut: fields.leftOut,
  });
  return {
    async facts() {
      const said = heard?.();
      heard = undefined;
      const told = await asHouseError(address, () =>
        readLlamaFacts(address, endpoint, learned.countedIn, said),
      );
      const facts = offer.learn(fields.learn(told));
      if (learned.instance !== undefined && facts.instance !== learned.instance) {
        pins.forget();
        ahead.forget();
      }
      learned.instance = facts.instance;
      learned.countedIn = told.capabilities.countsTokens ? (told.instance ?? "") : undefined;
      pins.serverHas(facts.slots ?? 1);
      learned.sees = facts.capabilities.vision;
      learned.ways = facts.capabilities.thinking;
      return pins.shared ? { ...facts, limits: [...(facts.limits ?? []), "slots_shared"] } : facts;
    },
    async *reply(prompt, request, cancel) {
      const { session } = request;
      const ask = askAt(pins.slotFor(prompt, session));
      for await (const chunk of offer.reply(ask, prompt, request, cancel)) {
        if (chunk.kind === "done") {
          pins.noteReuse(prompt, chunk.usage, session);
        }
        yield chunk;
      }
    },
    prefill(prompt, { session }, cancel) {
      const wire = offer.onWire(prompt);
      // A picture is no text: the prompt can be prefilled up to it and no further.
      if (prompt.messages.some((message) => "images" in message && message.images?.length))
        return Promise.resolve(undefined);
      return ahead.read(
        wire.prompt,
        { options: rendering(), slot: pins.slotFor(prompt, session), session },
        cancel,
      );
    },
    release: (session) => pins.release(session),
    endReasoning: () => spoken.endReasoning(),
    countTokens: (prompt) => unlessGone(countTokens(address, offer.onWire(prompt).prompt, rendering())),
    countTexts: (texts) => unlessGone(countTexts(address, texts, endpoint.model)),
    renderPrompt: (prompt) => unlessGone(renderPrompt(address, offer.onWire(prompt).prompt, rendering())),
    lend: (request, cancel) => lendChat(address, settings, { ...request, model: endpoint.model }, cancel),
  };
}

/** Undefined when the server is not reachable. */
function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof ConnectionFailure) return undefined;
    throw cause;
  });
}

const Rendered = z.looseObject({ prompt: z.string() });

/** What the model's template makes of a prompt; undefined where the build cannot show it. Throws ConnectionFailure. */
async function renderPrompt(
  address: ServerAddress,
  prompt: Prompt,
  options: RequestOptions,
): Promise<string | undefined> {
  const extra = { ...options.extra, add_generation_prompt: false };
  const body = chatRequest(prompt, { ...options, extra });
  const { status, json } = await askJson(address, `${address.root}/apply-template`, body);
  return status === 200 ? Rendered.safeParse(json).data?.prompt : undefined;
}

const Tokens = z.looseObject({ tokens: z.array(z.unknown()) });

/** Concurrent requests. */
const together = 4;

/** Tokens of each text by the model's tokenizer; undefined when the build cannot count. Throws ConnectionFailure. */
async function countTexts(
  address: ServerAddress,
  texts: readonly string[],
  model: string | undefined,
): Promise<number[] | undefined> {
  const counts: number[] = [];
  for (let at = 0; at < texts.length; at += together) {
    const asked = texts.slice(at, at + together).map((text) => countOne(address, text, model));
    for (const count of await Promise.all(asked)) {
      if (count === undefined) return undefined;
      counts.push(count);
    }
  }
  return counts;
}

async function countOne(address: ServerAddress, text: string, model: string | undefined) {
  // Text of a user is no control token, whatever it looks like.
  const body = { content: text.toWellFormed(), parse_special: false, model };
  const { status, json } = await askJson(address, `${address.root}/tokenize`, body);
  return status === 200 ? Tokens.safeParse(json).data?.tokens.length : undefined;
}

const Done = z.looseObject({ success: z.literal(true) });

/** The replies that a server is generating, by the server's ids. */
class SpokenReplies {
  readonly #address: ServerAddress;
  readonly #names = new Map<symbol, string | undefined>();

  constructor(address: ServerAddress) {
    this.#address = address;
  }

  async *during(
    ask: (whenNamed: (id: string) => void) => AsyncIterable<ReplyChunk>,
  ): AsyncGenerator<ReplyChunk> {
    const reply = Symbol("reply");
    this.#names.set(reply, undefined);
    try {
      yield* ask((id) => this.#names.set(reply, id));
    } finally {
      this.#names.delete(reply);
    }
  }

  /** Makes the model answer now. False with more than one running reply: it is not known whose thinking is meant. */
  async endReasoning(): Promise<boolean> {
    const [id, ...others] = this.#names.values();
    if (id === undefined || others.length > 0) return false;
    const url = `${this.#address.api}/chat/completions/control`;
    const answer = await askJson(this.#address, url, { id, action: "reasoning_end" }).catch(
      passOver("answering now"),
    );
    return answer?.status === 200 && Done.safeParse(answer.json).success;
  }
}
