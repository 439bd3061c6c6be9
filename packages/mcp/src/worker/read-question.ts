import { questionBounds } from "@kestrel/protocol";
import { asksForSecret, visibleText } from "@kestrel/text";
import { z } from "zod";
import type { AskedField } from "./messages.ts";

const Field = z.looseObject({
  type: z.enum(["string", "number", "integer", "boolean"]),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  enum: z.array(z.string()).optional().catch(undefined),
});

const Asked = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string(), z.unknown()).catch({}),
    required: z.array(z.string()).catch([]),
  }),
});

/** Fields at most. A longer form is not shown to the user. */
const mostFields = 4;
/** UTF-16 units of all its text. A question with more is not shown. */
const mostWords = 20_000;

/** What a server asks the person, as questions; undefined for what is not put to them: secrets in any spelling, long forms, what cannot be read. */
export function readQuestion(params: unknown): { message: string; fields: AskedField[] } | undefined {
  const asked = Asked.safeParse(params);
  if (!asked.success) return undefined;
  const { message, requestedSchema } = asked.data;
  const named = Object.entries(requestedSchema.properties);
  if (named.length > mostFields) return undefined;
  const words = everyText([message, requestedSchema.properties]);
  if (words === undefined || asksForSecret(words)) return undefined;
  const fields: AskedField[] = [];
  for (const [name, value] of named) {
    const field = Field.safeParse(value);
    if (!field.success) return undefined;
    const { type, title, description = "", enum: choices } = field.data;
    fields.push({
      name,
      question: shown([title ?? name, description].filter(Boolean).join(": "), questionBounds.question / 2),
      kind: type === "string" ? "text" : type === "boolean" ? "boolean" : "number",
      optional: !requestedSchema.required.includes(name),
      ...(choices && { choices }),
    });
  }
  return { message: shown(message, questionBounds.question / 2), fields };
}

const shown = (words: string, most: number) => visibleText(words).slice(0, most);

/** All texts and names in it, one per line: fields may form a sentence together. Undefined beyond `mostWords`. */
function everyText(value: unknown): string | undefined {
  const texts: string[] = [];
  let length = 0;
  const waiting: unknown[] = [value];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === "string") {
      texts.push(at);
      length += at.length;
    } else if (Array.isArray(at)) {
      waiting.push(...at.toReversed());
    } else if (typeof at === "object" && at !== null) {
      waiting.push(...Object.entries(at).flat().toReversed());
    }
    if (length > mostWords || waiting.length > mostWords) return undefined;
  }
  return texts.join("\n");
}
