import { questionBounds } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import { z } from "zod";
import type { AskedField } from "./messages.ts";

const Field = z.looseObject({
  type: z.enum(["string", "number", "integer", "boolean"]),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  format: z.string().optional().catch(undefined),
  enum: z.array(z.string()).optional().catch(undefined),
});

const Asked = z.looseObject({
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string(), z.unknown()).catch({}),
    required: z.array(z.string()).catch([]),
  }),
});

/** More than these are a form, and nobody fills one in for a server. */
const mostFields = 4;
const secret = /pass(word|phrase|code)?|secret|token|api.?key|credential|\bpin\b|cvv|card.?number/i;

/** What a server asks the person, as questions; undefined for what is not put to them: secrets, long forms, what cannot be read. */
export function readQuestion(params: unknown): { message: string; fields: AskedField[] } | undefined {
  const asked = Asked.safeParse(params);
  if (!asked.success) return undefined;
  const { message, requestedSchema } = asked.data;
  const named = Object.entries(requestedSchema.properties);
  if (named.length > mostFields || secret.test(message)) return undefined;
  const fields: AskedField[] = [];
  for (const [name, value] of named) {
    const field = Field.safeParse(value);
    if (!field.success) return undefined;
    const { type, title, description = "", format = "", enum: words } = field.data;
    if (secret.test([name, title, description, format].join(" "))) return undefined;
    fields.push({
      name,
      question: shown([title ?? name, description].filter(Boolean).join(": "), questionBounds.question / 2),
      kind: type === "string" ? "text" : type === "boolean" ? "boolean" : "number",
      optional: !requestedSchema.required.includes(name),
      ...(words && { choices: words }),
    });
  }
  return { message: shown(message, questionBounds.question / 2), fields };
}

const shown = (words: string, most: number) => visibleText(words).slice(0, most);
