import type { ErrorParams } from "@kestrel/protocol";

const windowWords =
  /(?:context (?:length|size|window)|max_seq_len|maximum model length|max_model_len)[^\d.]{0,40}(\d{3,8})\b/i;
const promptWords =
  /(?:request|input|prompt|requested|keep the first|\(length)(?: has| of| length| contains| resulted in)?[^\d.]{0,12}(\d{2,8})(?: tokens| is greater|\) is longer)/i;

/** The numbers of an overflow where the server told them in words only. Tokens. */
export function overflowNumbers(message: string): ErrorParams {
  const window = windowWords.exec(message)?.[1];
  const prompt = promptWords.exec(message)?.[1];
  return {
    ...(prompt === undefined || prompt === window ? {} : { n_prompt: Number(prompt) }),
    ...(window === undefined ? {} : { n_ctx: Number(window) }),
  };
}
