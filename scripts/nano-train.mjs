// npm run nano:train: makes nano/kestrel-nano.gguf and nano/vocabulary.json anew, from nothing: vocabulary, corpus, training,
// export. `--further` goes on from the committed file instead, with its vocabulary and conversations that are new to it.
// `--workers` (2), `--anew` begins again; else, stopped, it goes on where it was. `--trial` makes a thousandth of it in minutes, in
// .cache alone, to see that all of it works.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleTool } from "./build/bundle.mjs";
import { root, say, setUpFolder } from "./set-up/places.mjs";
import { answers, runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";

/** First what is short, so that copying is learnt cheaply; then short and longer ones once more, up to the whole window. */
const parts = [
  { name: "part-000", firstSeed: 1, tokens: 8_000_000, window: 384 },
  { name: "part-001", firstSeed: 3_000_001, tokens: 8_000_000, window: 512 },
  { name: "part-002", firstSeed: 6_000_001, tokens: 8_000_000, window: 768 },
  { name: "part-003", firstSeed: 9_000_001, tokens: 8_000_000, window: 1024 },
  { name: "part-004", firstSeed: 12_000_001, tokens: 8_000_000, window: 1280 },
  { name: "part-005", firstSeed: 15_000_001, tokens: 12_000_000, window: 640 },
  { name: "part-006", firstSeed: 18_000_001, tokens: 14_000_000, window: 1024 },
  { name: "part-007", firstSeed: 21_000_001, tokens: 14_000_000, window: 1536 },
  { name: "part-008", firstSeed: 24_000_001, tokens: 12_000_000, window: 2560 },
  { name: "part-009", firstSeed: 27_000_001, tokens: 10_000_000, window: 4096 },
];

/** For weights that were trained to their end before: short and longer ones in turn, few of the longest, which are dearest to read. */
function furtherParts() {
  // Every file that is led on has conversations of its own.
  const first = 1_000_000_000 + (createHash("sha256").update(readFileSync(committed)).digest()[0] % 64) * 5e7;
  const kinds = [
    { tokens: 4_000_000, window: 1024 },
    { tokens: 3_500_000, window: 1536 },
    { tokens: 2_000_000, window: 3072 },
  ];
  return Array.from({ length: 20 }, (_, at) => ({
    name: `part-${`${at}`.padStart(3, "0")}`,
    firstSeed: first + at * 1_000_000,
    ...kinds[at % kinds.length],
  }));
}

/** What a trial makes of it. Tokens. */
const trial = { part: 60_000, read: 120_000 };

const training = join(root, "nano/training");

const committed = join(root, "nano/kestrel-nano.gguf");
const itsVocabulary = join(root, "nano/vocabulary.json");

await asScript(async () => {
  const { values } = parseArgs({
    options: {
      workers: { type: "string", default: `${Math.min(2, availableParallelism())}` },
      anew: { type: "boolean", default: false },
      further: { type: "boolean", default: false },
      trial: { type: "boolean", default: false },
    },
  });
  const python = ["python3", "/usr/bin/python3"].find((one) => answers(one, ["-c", "import numpy, torch"]));
  if (!python)
    throw new Error(
      "no python3 with torch and numpy; on Debian: apt-get install python3-torch python3-numpy libopenblas0-serial",
    );
  if (!answers("c++", ["--version"])) throw new Error("no c++ compiler; on Debian: apt-get install g++");
  await setUp();
  const { further, trial: small } = values;
  const work = join(root, ".cache", small ? "nano-trial" : further ? "nano-further" : "nano");
  const [corpus, run] = [join(work, "corpus"), join(work, "run")];
  if (values.anew || small)
    for (const folder of [corpus, run]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(corpus, { recursive: true });
  const maker = join(setUpFolder, "nano-corpus.mjs");
  await bundleTool(join(root, "nano/src/corpus/make.ts"), maker);
  sameGenerator(maker, join(corpus, "generator.sha256"));
  const vocabulary = join(corpus, "vocabulary.json");
  if (further) copyFileSync(itsVocabulary, vocabulary);
  if (!existsSync(vocabulary)) {
    say("learning the vocabulary");
    await done(process.execPath, [maker, "vocabulary", vocabulary]);
  }
  const whole = further ? furtherParts() : parts;
  const missing = whole.filter(({ name }) => !existsSync(join(corpus, `${name}.lengths`)));
  await inTurns(Number(values.workers), missing, async ({ name, firstSeed, tokens, window }) => {
    say(`writing ${name} of the corpus`);
    const many = small ? trial.part : tokens;
    await done(
      process.execPath,
      [maker, "corpus", vocabulary, corpus, name, firstSeed, many, window].map(String),
    );
  });
  say("holding the kernels against torch's own, on this processor");
  await done(python, [join(training, "agree.py")]);
  const all = whole.reduce((sum, { tokens }) => sum + tokens, 0);
  const wanted = ["--tokens", `${small ? trial.read : all}`, "--workers", values.workers];
  const from = further ? ["--further", committed] : [];
  await done(python, [join(training, "train.py"), corpus, run, ...wanted, ...from]);
  const template = join(training, "template.jinja");
  const made = join(work, "kestrel-nano.gguf");
  await done(python, [
    join(training, "export.py"),
    join(run, "model.pt"),
    vocabulary,
    template,
    made,
    "q8_0",
  ]);
  if (small) return say(`a trial: ${made}`);
  copyFileSync(made, committed);
  copyFileSync(vocabulary, itsVocabulary);
  say("now: pnpm nano:eval, then the rest of what nano/README.md says");
});

/** What lies there was written by this very generator, or there is nothing yet. */
function sameGenerator(maker, record) {
  const now = createHash("sha256").update(readFileSync(maker)).digest("hex");
  if (existsSync(record) && readFileSync(record, "utf8") !== now)
    throw new Error("the generator has changed since the corpus was begun; --anew begins again");
  writeFileSync(record, now);
}

/** So many at a time. */
async function inTurns(together, items, work) {
  const left = [...items];
  const one = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: together }, one));
}

async function done(program, rest) {
  const code = await runProgram(program, rest);
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}`);
}
