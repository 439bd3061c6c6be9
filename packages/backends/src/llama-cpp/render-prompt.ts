import type { Prompt } from "@kestrel/protocol";
import { z } from "zod";
import { chatRequest, type RequestOptions } from "../chat/request/chat-request.ts";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";

const Rendered = z.looseObject({ prompt: z.string() });

/** What the model's template makes of a prompt; undefined where the build cannot show it. Throws ConnectionFailure. */
export async function renderPrompt(
  address: ServerAddress,
  prompt: Prompt,
  options: RequestOptions,
): Promise<string | undefined> {
  const extra = { ...options.extra, add_generation_prompt: false };
  const body = chatRequest(prompt, { ...options, extra });
  const { status, json } = await askJson(address, `${address.root}/apply-template`, body);
  return status === 200 ? Rendered.safeParse(json).data?.prompt : undefined;
}
