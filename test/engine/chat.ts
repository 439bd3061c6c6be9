/** The smallest client that a test of the engine itself needs; Kestrel's own is another matter. */
export interface ChatMessage {
  role: string;
  content: string;
  reasoning_content?: string;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export interface ChatAnswer {
  message: ChatMessage;
  finish: string;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
}

interface RawAnswer {
  choices: { finish_reason: string; message: ChatMessage }[];
  usage: { prompt_tokens: number; completion_tokens: number };
  timings: { cache_n: number };
}

const object = (properties: Record<string, { type: string }>, required: string[]) => ({
  type: "object",
  properties,
  required,
});
const string = { type: "string" };
const integer = { type: "integer" };

/** Kestrel's five tools in the order of their arguments. */
const tools = Object.entries({
  read: object({ path: string, offset: integer, limit: integer }, ["path"]),
  search: object({ pattern: string, path: string, glob: string }, ["pattern"]),
  edit: object({ path: string, old: string, new: string, all: { type: "boolean" } }, ["path", "old", "new"]),
  write: object({ path: string, content: string }, ["path", "content"]),
  shell: object({ command: string, timeout: integer }, ["command"]),
}).map(([name, parameters]) => ({ type: "function", function: { name, description: name, parameters } }));

async function post(url: string, body: object): Promise<Response> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

export async function chat(url: string, messages: readonly ChatMessage[], limit = 1000): Promise<ChatAnswer> {
  const response = await post(url, { messages, tools, max_tokens: limit });
  const { choices, usage, timings } = (await response.json()) as RawAnswer;
  const [choice] = choices;
  if (!choice) throw new Error("an answer without a choice");
  return {
    message: choice.message,
    finish: choice.finish_reason,
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: timings.cache_n,
  };
}

/** The text deltas of a streamed answer, in the order in which they came. */
export async function streamedText(url: string, content: string): Promise<string[]> {
  const response = await post(url, { messages: [{ role: "user", content }], stream: true });
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.flatMap((line) => {
    const { choices } = JSON.parse(line.slice("data: ".length)) as {
      choices: { delta: { content?: string | null } }[];
    };
    return choices.flatMap(({ delta }) => delta.content ?? []);
  });
}
