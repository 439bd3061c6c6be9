import type { Endpoint } from "@kestrel/core";
import type { Prefix } from "@kestrel/protocol";
import type { TemplateAudit } from "@kestrel/protocol/api";
import { askServer, readJson } from "../servers/ask-server.ts";
import { text } from "../servers/json-fields.ts";
import { rootOf } from "./model-identity.ts";

/** A small conversation with everything that templates treat differently. */
const asked = { role: "user", content: "What is in a.txt?" };
const call = {
  id: "call00001",
  type: "function",
  function: { name: "read_file", arguments: '{"path": "a.txt"}' },
};
const result = { role: "tool", tool_call_id: call.id, content: "one line" };
const again = { role: "user", content: "Thank you. And in b.txt?" };
const tools = [
  {
    type: "function",
    function: {
      name: "read_file",
      description: "Reads a file.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
  },
];

function conversations(reasoning: boolean) {
  const thought = (words: string) => (reasoning ? { reasoning_content: words } : {});
  const called = { role: "assistant", content: "", tool_calls: [call], ...thought("I shall look.") };
  const answered = { role: "assistant", content: "One line.", ...thought("That was easy.") };
  const first = [asked];
  const second = [...first, called, result];
  return [first, second, [...second, answered, again]];
}

/**
 * Whether an earlier prompt stays a prefix of the next one, as the model's own template renders it: after a call and its result, and after
 * an answer and a new message; with and without reasoning sent back. Undefined when the server cannot render. Nothing is generated and no
 * slot is touched.
 */
export async function auditTemplate(endpoint: Endpoint): Promise<TemplateAudit | undefined> {
  const rendered = async (messages: readonly object[]) => {
    const body = { messages, tools, add_generation_prompt: false };
    const { apiKey } = endpoint;
    return text(readJson(await askServer(`${rootOf(endpoint)}/apply-template`, { apiKey, body })), "prompt");
  };
  const [first, second, third] = await Promise.all(conversations(true).map(rendered));
  const [bareFirst, bareSecond, bareThird] = await Promise.all(conversations(false).map(rendered));
  if (!first || !second || !third || !bareFirst || !bareSecond || !bareThird) return undefined;
  return {
    call: second.startsWith(first),
    user: third.startsWith(second),
    without: bareSecond.startsWith(bareFirst) && bareThird.startsWith(bareSecond),
  };
}

/**
 * Reasoning is sent back when that costs nothing or cannot be avoided. It is omitted for a template that drops it at the next message:
 * everything since the last one would be re-processed.
 */
export function reasoningPolicy({ user, without }: TemplateAudit): Prefix["reasoning"] {
  return !user && without ? "omit" : "send";
}
