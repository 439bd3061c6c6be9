import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Architecture } from "./architecture.ts";
import { chatTemplate } from "./chat-template.ts";
import { encodeGguf, f32, text, u32 } from "./gguf/encode-gguf.ts";
import { SparseMatrix, tensorOf } from "./gguf/tensor.ts";
import { buildAutomaton } from "./scripted/automaton.ts";
import { bodyOf, rotaryBase } from "./scripted/body.ts";
import { checkPaths, layOut } from "./scripted/layout.ts";
import type { Scripts } from "./scripted/script.ts";
import { buildVocabulary } from "./vocabulary/vocabulary.ts";

export interface ScriptedModelSettings {
  /** Tokens; markers are read up to its end. 8192 unless given. */
  window?: number;
  name?: string;
  /** `llama` unless given; all of them say the same. */
  architecture?: Architecture;
}

/**
 * A model with hand-made weights. One attention layer finds the newest marker of the context, and the output
 * matrix turns (last token, state set by the marker) into the next token, so that a plain llama-server, with its own
 * template, grammar and cache, gives the replies of `scripts`. A context without a marker gets the script `plain`.
 */
export function buildScriptedModel(scripts: Scripts, settings: ScriptedModelSettings = {}): Uint8Array {
  const { window = 8192, name = "scripted", architecture = "llama" } = settings;
  const automaton = buildAutomaton(scripts);
  const layout = layOut(automaton);
  checkPaths(layout, automaton);
  const tokens = [...automaton.markers.keys(), ...automaton.pieces];
  const vocabulary = buildVocabulary(tokens);
  const body = bodyOf(architecture, layout);
  const { width } = body;
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
  return encodeGguf(
    {
      "general.architecture": text(architecture),
      "general.name": text(name),
      "general.file_type": u32(1),
      [`${architecture}.context_length`]: u32(window),
      [`${architecture}.attention.layer_norm_rms_epsilon`]: f32(1e-6),
      [`${architecture}.rope.freq_base`]: f32(rotaryBase(window)),
      [`${architecture}.vocab_size`]: u32(vocabulary.size),
      ...body.metadata,
      ...vocabulary.metadata(chatTemplate),
    },
    [
      embedding.tensor(),
      tensorOf("f32", `${body.outputNorm}.weight`, [width], () => 1),
      output.tensor(),
      ...body.tensors,
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
