import { z } from "zod";
import { getRoute, postRoute, type RouteAccess } from "./route.ts";

const programs: RouteAccess = ["model"];

const at = z.string().startsWith("data:", { message: "only data: URLs" });

/** A picture must be part of the request: an address would make the model's server connect to it. */
const Part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({
    type: z.literal("image_url"),
    image_url: z.strictObject({ url: at, detail: z.string().optional() }),
  }),
  z.strictObject({
    type: z.literal("input_audio"),
    input_audio: z.strictObject({ data: z.string(), format: z.string() }),
  }),
]);

const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
});

const anything = z.unknown().optional();

/** Fields of OpenAI's chat route that are passed on, and the common ones of llama.cpp. */
const passed = {
  messages: z.array(Message).min(1),
  model: z.string().optional(),
  stream: z.boolean().optional(),
  ...{ stream_options: anything, temperature: anything, top_p: anything, top_k: anything, min_p: anything },
  ...{ max_tokens: anything, max_completion_tokens: anything, stop: anything, seed: anything },
  ...{ tools: anything, tool_choice: anything, parallel_tool_calls: anything, response_format: anything },
  ...{ presence_penalty: anything, frequency_penalty: anything, repeat_penalty: anything },
  ...{ logit_bias: anything, logprobs: anything, top_logprobs: anything, n: anything },
  ...{ reasoning_effort: anything, chat_template_kwargs: anything },
};

/** What OpenAI documents and is taken for nothing here. */
const ignored = { user: anything, store: anything, metadata: anything, service_tier: anything };

const LentRequest = z
  .strictObject({ ...passed, ...ignored })
  .transform(({ user: _, store: __, metadata: ___, service_tier: ____, ...request }) => request);

/** The loaded model for other programs of this machine, by OpenAI's routes. */
export const lentModelRoutes = {
  lentModels: getRoute(
    "/v1/models",
    z.object({
      object: z.literal("list"),
      data: z.array(z.object({ id: z.string(), object: z.literal("model"), owned_by: z.string() })),
    }),
    programs,
  ),
  /** The server's own answer, a stream if requested. Turns go first: it waits for them, and is ended for one with `busy`. */
  lendModel: postRoute("/v1/chat/completions", LentRequest, z.record(z.string(), z.unknown()), programs),
} as const;
