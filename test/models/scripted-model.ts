import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { chatTemplate } from "./chat-template.ts";
import { encodeGguf, f32, text, u32 } from "./gguf/encode-gguf.ts";
import { SparseMatrix, tensorOf } from "./gguf/tensor.ts";
import { buildAutomaton } from "./scripted/automaton.ts";
import { checkPaths, type Layout, layOut } from "./scripted/layout.ts";
import type { Scripts } from "./scripted/script.ts";
import { buildVocabulary } from "./vocabulary/vocabulary.ts";

export interface ScriptedModelSettings {
  /** Tokens; markers are read up to its end. 8192 unless given. */
  window?: number;
  name?: string;
}

const headSize = 128;
/** The rotary pair that serves as a clock, and its angle over one window; the last pair hardly turns at all. */
const clockPair = 40;
const clockAngle = 1.9;
/** Where the clock stands for the newest token: on a slope that falls all the way to the oldest. */
const clockStart = 0.6;
/** Attention score between newest and oldest marker: high enough that a few tokens decide, low enough for half floats. */
const attention = 7000;
const feedForward = 32;

/**
 * A llama model with hand-made weights. Its one attention layer finds the newest marker of the context, and the output
 * matrix turns (last token, state set by the marker) into the next token, so that a plain llama-server, with its own
 * template, grammar and cache, gives the replies of `scripts`. A context without a marker gets the script `plain`.
 */
export function buildScriptedModel(scripts: Scripts, settings: ScriptedModelSettings = {}): Uint8Array {
  const { window = 8192, name = "scripted" } = settings;
  const automaton = buildAutomaton(scripts);
  const layout = layOut(automaton);
  checkPaths(layout, automaton);
  const tokens = [...automaton.markers.keys(), ...automaton.pieces];
  const vocabulary = buildVocabulary(tokens);
  const keyHeads = Math.ceil(layout.states / headSize);
  const width = Math.ceil(layout.width / 32) * 32;

  const embedding = new SparseMatrix("token_embd.weight", width, vocabulary.size);
  const output = new SparseMatrix("output.weight", width, vocabulary.size);
  const outputScale = Math.sqrt(width / (layout.featuresPerToken + 1));
  for (let id = 0; id < vocabulary.size; id += 1) {
    for (const [feature, value] of layout.features("")) embedding.set(id, feature, value);
  }
  for (const token of [...vocabulary.tags, ...tokens]) {
    const id = vocabulary.idOf(token);
    for (const feature of layout.features("").keys()) embedding.set(id, feature, 0);
    for (const [feature, value] of layout.features(token)) embedding.set(id, feature, value);
  }
  for (const token of automaton.targets.keys()) {
    for (const [feature, weight] of layout.votes(token))
      output.set(vocabulary.idOf(token), feature, weight / outputScale);
  }
  const ones = (tensor: string) => tensorOf("f32", tensor, [width], () => 1);
  const empty = (tensor: string, columns: number, rows: number) =>
    new SparseMatrix(tensor, columns, rows).tensor();
  return encodeGguf(
    {
      "general.architecture": text("llama"),
      "general.name": text(name),
      "general.file_type": u32(1),
      "llama.context_length": u32(window),
      "llama.embedding_length": u32(width),
      "llama.block_count": u32(1),
      "llama.feed_forward_length": u32(feedForward),
      "llama.attention.head_count": u32(keyHeads),
      "llama.attention.head_count_kv": u32(keyHeads),
      "llama.attention.key_length": u32(headSize),
      "llama.attention.value_length": u32(headSize),
      "llama.attention.layer_norm_rms_epsilon": f32(1e-6),
      "llama.rope.freq_base": f32((clockAngle / window) ** (-headSize / (2 * clockPair))),
      "llama.rope.dimension_count": u32(headSize),
      "llama.vocab_size": u32(vocabulary.size),
      ...vocabulary.metadata(chatTemplate),
    },
    [
      embedding.tensor(),
      ones("output_norm.weight"),
      output.tensor(),
      ones("blk.0.attn_norm.weight"),
      ...attentionTensors(layout, width, keyHeads),
      ones("blk.0.ffn_norm.weight"),
      empty("blk.0.ffn_gate.weight", width, feedForward),
      empty("blk.0.ffn_up.weight", width, feedForward),
      empty("blk.0.ffn_down.weight", feedForward, width),
    ],
  );
}

/** Writes the model to `path`, making its folder if need be. */
export async function writeScriptedModel(
  path: string,
  scripts: Scripts,
  settings?: ScriptedModelSettings,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buildScriptedModel(scripts, settings));
}

/**
 * Two rotary pairs are used. The last stands almost still: there markers pull and other tokens push. The clock pair is
 * filled for markers only: the newer one, the higher. The values carry the state; as many heads as the states need.
 */
function attentionTensors(layout: Layout, width: number, keyHeads: number) {
  const inner = headSize * keyHeads;
  const query = new SparseMatrix("blk.0.attn_q.weight", width, inner);
  const key = new SparseMatrix("blk.0.attn_k.weight", width, inner);
  const value = new SparseMatrix("blk.0.attn_v.weight", width, inner);
  const result = new SparseMatrix("blk.0.attn_output.weight", inner, width);
  const norm = Math.sqrt(width / layout.featuresPerToken);
  const strength = Math.sqrt(attention * Math.sqrt(headSize)) / norm;
  const still = headSize - 2;
  const clock = 2 * clockPair;
  for (let row = 0; row < inner; row += headSize) {
    query.set(row + still, layout.constant, strength);
    query.set(row + clock, layout.constant, strength * Math.cos(clockStart));
    query.set(row + clock + 1, layout.constant, strength * Math.sin(clockStart));
    key.set(row + still, layout.reads, strength);
    key.set(row + clock, layout.reads, strength / 2);
    key.set(row + clock, layout.constant, strength / 2);
  }
  for (let state = 0; state < layout.states; state += 1) {
    value.set(state, layout.setsState + state, 1 / norm);
    result.set(layout.hasState + state, state, 1);
  }
  return [query, key, value, result].map((matrix) => matrix.tensor());
}
