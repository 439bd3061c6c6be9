// npm run nano:train: makes nano/kestrel-nano.gguf anew: corpus, training, export. `--workers`
// (2), `--vocabulary` to learn the vocabulary anew as well. Stopped, it goes on where it was; `--anew` begins again.
import { existsSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleTool } from "./build/bundle.mjs";
import { root, say, setUpFolder } from "./set-up/places.mjs";
import { answers, runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";

/** First what is short, so that copying is learnt cheaply; then conversations up to the whole window. */
const parts = [
  { name: "part-000", firstSeed: 1, tokens: 6_000_000, window: 384 },
  { name: "part-001", firstSeed: 1_000_000, tokens: 6_000_000, window: 640 },
  { name: "part-002", firstSeed: 2_000_000, tokens: 10_000_000, window: 4096 },
  { name: "part-003", firstSeed: 3_500_000, tokens: 10_000_000, window: 4096 },
  { name: "part-004", firstSeed: 4_500_000, tokens: 10_000_000, window: 4096 },
];

const vocabulary = join(root, "nano/vocabulary.json");
const training = join(root, "nano/training");
const work = join(root, ".cache/nano");

await asScript(async () => {
  const { values } = parseArgs({
    options: {
      workers: { type: "string", default: `${Math.min(2, availableParallelism())}` },
      vocabulary: { type: "boolean", default: false },
      anew: { type: "boolean", default: false },
    },
  });
  const python = ["python3", "/usr/bin/python3"].find((one) => answers(one, ["-c", "import torch, numpy"]));
  if (!python) {
    throw new Error("no python3 with torch; on Debian: apt-get install python3-torch libopenblas0-pthread");
  }
  await setUp();
  if (values.anew) rmSync(work, { recursive: true, force: true });
  const maker = join(setUpFolder, "nano-corpus.mjs");
  await bundleTool(join(root, "nano/src/corpus/make.ts"), maker);
  if (values.vocabulary) await done(process.execPath, [maker, "vocabulary", vocabulary]);
  const corpus = join(work, "corpus");
  for (const { name, firstSeed, tokens, window } of parts) {
    if (existsSync(join(corpus, `${name}.lengths`))) continue;
    say(`writing ${name} of the corpus`);
    await done(
      process.execPath,
      [maker, "corpus", vocabulary, corpus, name, firstSeed, tokens, window].map(String),
    );
  }
  const run = join(work, "run");
  const { workers } = values;
  await done(python, [join(training, "train.py"), corpus, run, "--workers", workers]);
  const model = join(root, "nano/kestrel-nano.gguf");
  const template = join(training, "template.jinja");
  await done(python, [join(training, "export.py"), join(run, "model.pt"), vocabulary, template, model]);
  say("now: npm run nano:eval");
});

async function done(program, rest) {
  const code = await runProgram(program, rest);
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}`);
}
