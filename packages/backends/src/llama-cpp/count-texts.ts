import { z } from "zod";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";

const Tokens = z.looseObject({ tokens: z.array(z.unknown()) });

/** Concurrent requests. */
const together = 4;

/** Tokens of each text by the model's tokenizer; undefined when the build cannot count. Throws ConnectionFailure. */
export async function countTexts(
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
