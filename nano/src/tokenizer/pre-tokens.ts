/** How llama.cpp cuts a text before it merges bytes, for `tokenizer.ggml.pre = qwen2`. */
const qwen2 =
  /(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

export const specials = [
  "<|endoftext|>",
  "<|im_start|>",
  "<|im_end|>",
  "<tool_call>",
  "</tool_call>",
  "<tool_response>",
  "</tool_response>",
] as const;

const special = /(<\|endoftext\|>|<\|im_start\|>|<\|im_end\|>|<\/?tool_call>|<\/?tool_response>)/;

/** Bytes as the printable letters in which GPT-2 style vocabularies write them. */
const letters = byteLetters();

/** The pieces that are merged each for itself; a special token is one piece, marked. */
export function* preTokens(text: string): Generator<{ special?: string; letters: string }> {
  for (const part of text.split(special)) {
    if (part === "") continue;
    if (special.test(part)) {
      yield { special: part, letters: part };
      continue;
    }
    for (const [piece] of part.matchAll(qwen2)) yield { letters: lettersOf(piece) };
  }
}

export function lettersOf(text: string): string {
  return [...Buffer.from(text)].map((byte) => letters[byte]).join("");
}

export function allByteLetters(): readonly string[] {
  return letters;
}

function byteLetters(): string[] {
  const shown = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
  let more = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(shown(byte) ? byte : more++));
}
