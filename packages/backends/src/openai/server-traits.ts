import type { ThoughtField } from "../chat/request/chat-request.ts";

/** What tells one server of OpenAI's kind from another. */
export type ServerTraits = {
  thoughtFields: readonly ThoughtField[];
  /** It ends a reply after some hundred tokens where no limit is asked for. */
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

/** By what its list says of the models: vLLM owns them; mlx_lm.server is the one that names no owner. */
export function traitsOf(owners: readonly (string | undefined)[]): ServerTraits {
  if (owners.includes("vllm")) return vllm;
  return owners.length > 0 && owners.every((owner) => owner === undefined) ? mlx : unknownTraits;
}
