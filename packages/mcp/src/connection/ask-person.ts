import { type PersonQuestion, type QuestionEnd, questionBounds } from "@kestrel/protocol";
import type { AskedField } from "../worker/messages.ts";

type Ask = (question: PersonQuestion) => Promise<{ end: QuestionEnd; text?: string }>;
type Values = Record<string, string | number | boolean>;

/** Puts a server's question to the person, field by field, as its own. Undefined when they decline. */
export async function askPerson(
  server: string,
  message: string,
  fields: readonly AskedField[],
  ask: Ask,
): Promise<Values | undefined> {
  const values: Values = {};
  const asked = fields.length > 0 ? fields : [undefined];
  for (const field of asked) {
    const { end, text = "" } = await ask(questionOf(server, message, field));
    if (end !== "answered") return undefined;
    if (!field) return text.trim().toLowerCase() === "no" ? undefined : values;
    const value = fieldValue(field, text.trim());
    if (value !== undefined) values[field.name] = value;
    else if (!field.optional) return undefined;
  }
  return values;
}

function questionOf(server: string, message: string, field: AskedField | undefined): PersonQuestion {
  const words = [message, field?.question].filter(Boolean).join("\n");
  const choices = field ? (field.kind === "boolean" ? ["yes", "no"] : field.choices) : ["yes", "no"];
  const fits = choices && choices.length > 0 && choices.length <= questionBounds.choices;
  const short = choices?.every((choice) => choice !== "" && choice.length <= questionBounds.choice);
  const all = choices && !fits ? `${words}\n(${choices.join(", ")})` : words;
  return {
    server,
    question: all.slice(0, questionBounds.question),
    ...(fits && short && { choices }),
  };
}

function fieldValue({ kind, choices }: AskedField, text: string): string | number | boolean | undefined {
  switch (kind) {
    case "boolean":
      return /^(yes|true)$/i.test(text) ? true : /^(no|false)$/i.test(text) ? false : undefined;
    case "number":
      return text !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "text":
      return !choices || choices.includes(text) ? text : undefined;
    default:
      return kind satisfies never;
  }
}
