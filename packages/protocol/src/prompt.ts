import { z } from "zod";

/** A tool as the model sees it. `parameters` is JSON Schema; its key order is part of the prefix. */
export const ToolSpec = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/** One call inside an assistant message. `arguments` is the JSON text of an object: anything else would make every later request fail. */
export const PromptCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type PromptCall = z.infer<typeof PromptCall>;

/** A picture of a user message. The canonical prompt names its bytes by `blob`; `base64` contains them for the request. */
export const PromptImage = z.object({
  mediaType: z.string().regex(/^image\/[\w.+-]+$/),
  blob: z.string().optional(),
  base64: z.string(),
});
export type PromptImage = z.infer<typeof PromptImage>;

/** One canonical message. Backends translate it to their API, adding and reordering nothing. */
export const PromptMessage = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string(), images: z.array(PromptImage).optional() }),
  z.object({
    role: z.literal("assistant"),
    content: z.string(),
    reasoning: z.string().optional(),
    calls: z.array(PromptCall).optional(),
  }),
  z.object({
    role: z.literal("tool"),
    callId: z.string(),
    content: z.string(),
    images: z.array(PromptImage).optional(),
  }),
]);
export type PromptMessage = z.infer<typeof PromptMessage>;

/** A model's whole input. The prefix rule applies to exactly this value. */
export type Prompt = { messages: readonly PromptMessage[]; tools: readonly ToolSpec[] };
