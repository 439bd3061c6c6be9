import type { Prompt } from "@kestrel/protocol";
import { z } from "zod";
import { chatRequest, type RequestOptions } from "../chat/request/chat-request.ts";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";

const TokenCount = z.looseObject({ input_tokens: z.int().nonnegative() });

/** Exactly the prompt tokens that a request with this prompt reports; undefined when the build cannot count. Throws ConnectionFailure. */
export async function countTokens(
  address: ServerAddress,
  prompt: Prompt,
  options: RequestOptions,
  query?: string,
): Promise<number | undefined> {
  const body = chatRequest(prompt, options);
  const url = `${address.api}/chat/completions/input_tokens`;
  const answer = await askJson(address, url + (query ? `?${query}` : ""), body);
  return answer.status === 200 ? TokenCount.safeParse(answer.json).data?.input_tokens : undefined;
}
