import type { ThoughtField } from "../chat/request/chat-request.ts";

/** Differences between OpenAI-compatible servers. */
export type ServerTraits = {
  thoughtFields: readonly ThoughtField[];
  /** It ends a reply after a few hundred tokens when no limit is sent. */
  endsEarly: boolean;
};

/** Asked for where the server would end a reply early. Tokens. */
export const generousReply = 16_384;

export const unknownTraits: ServerTraits = {
  thoughtFields: ["reasoning_content", "reasoning"],
  endsEarly: false,
};

const vllm: ServerTraits = { thoughtFields: ["reasoning"], endsEarly: false };
/** 512 tokens (`--max-tokens` of mlx_lm.server). */
const mlx: ServerTraits = { thoughtFields: ["reasoning"], endsEarly: true };

/** Derived from the owners in its model list: vLLM sets them; mlx_lm.server is the one that sets none. */
export function traitsOf(owners: readonly (string | undefined)[]): ServerTraits {
  if (owners.includes("vllm")) return vllm;
  return owners.length > 0 && owners.every((owner) => owner === undefined) ? mlx : unknownTraits;
}
