import { flag, integers, type Metadata, text, texts, u32 } from "../gguf/encode-gguf.ts";
import { byteAlphabet } from "./byte-alphabet.ts";
import { corpus } from "./corpus.ts";
import { trainMerges } from "./train-merges.ts";

/** Token types of llama.cpp: ordinary, control (never written as text), user-defined (found in any text before BPE). */
const tokenType = { ordinary: 1, control: 3, userDefined: 4 };
const mergeCount = 1200;

export const endOfTurn = "<|im_end|>";
const controls = ["<|endoftext|>", "<|im_start|>", endOfTurn];
export const tags = [
  "<think>",
  "</think>",
  "<tool_call>",
  "</tool_call>",
  "<tool_response>",
  "</tool_response>",
];

export interface Vocabulary {
  readonly tags: readonly string[];
  readonly size: number;
  idOf(token: string): number;
  metadata(chatTemplate: string): Metadata;
}

let learned: (readonly [string, string])[] | undefined;

/** Bytes, merges, ChatML controls and tags; `userDefined` texts become whole tokens of their own. */
export function buildVocabulary(userDefined: readonly string[] = []): Vocabulary {
  learned ??= trainMerges(corpus, mergeCount);
  const defined = new Set([...tags, ...userDefined]);
  const ordinary = new Set([...byteAlphabet, ...learned.map(([left, right]) => left + right)]);
  const tokens = [...new Set([...ordinary, ...controls, ...defined])];
  const ids = new Map(tokens.map((token, id) => [token, id]));
  const typeOf = (token: string) => {
    if (defined.has(token)) return tokenType.userDefined;
    return ordinary.has(token) ? tokenType.ordinary : tokenType.control;
  };
  const idOf = (token: string) => {
    const id = ids.get(token);
    if (id === undefined) throw new Error(`no token ${JSON.stringify(token)} in the vocabulary`);
    return id;
  };
  const merges = learned.map((pair) => pair.join(" "));
  return {
    tags,
    size: tokens.length,
    idOf,
    metadata: (chatTemplate) => ({
      "tokenizer.ggml.model": text("gpt2"),
      "tokenizer.ggml.pre": text("qwen2"),
      "tokenizer.ggml.tokens": texts(tokens),
      "tokenizer.ggml.token_type": integers(tokens.map(typeOf)),
      "tokenizer.ggml.merges": texts(merges),
      "tokenizer.ggml.eos_token_id": u32(idOf(endOfTurn)),
      "tokenizer.ggml.bos_token_id": u32(idOf("<|endoftext|>")),
      "tokenizer.ggml.padding_token_id": u32(idOf("<|endoftext|>")),
      "tokenizer.ggml.add_bos_token": flag(false),
      "tokenizer.chat_template": text(chatTemplate),
    }),
  };
}
