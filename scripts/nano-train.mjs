// npm run nano:train: makes nano/kestrel-nano.gguf and nano/vocabulary.json anew, from nothing: vocabulary, corpus, training,
// export. `--further` goes on from the committed file instead, with its vocabulary and conversations that are new to it.
// `--anew` begins again; else, stopped, it goes on where it was, on another machine too where .cache/nano is carried there. `--tokens`: how
// many the first stretch reads; `--workers` (2): processes that train where there is no accelerator. `--trial` makes a thousandth of it in
// minutes, in .cache alone, to see that all of it works.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleTool } from "./build/bundle.mjs";
import { firstStretch, furtherStretch, lastShare, lastStretch, read } from "./nano/stretches.mjs";
import { root, say, setUpFolder } from "./set-up/places.mjs";
import { answers, runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";

/** Sizes of a trial: tokens per file, and tokens read. */
const trial = { part: 20_000, read: 120_000 };

const training = join(root, "nano/training");
const committed = join(root, "nano/kestrel-nano.gguf");
const itsVocabulary = join(root, "nano/vocabulary.json");
const maker = join(setUpFolder, "nano-corpus.mjs");

await asScript(async () => {
  const { values } = parseArgs({
    options: {
      workers: { type: "string", default: `${Math.min(2, availableParallelism())}` },
      tokens: { type: "string" },
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
  const accelerated = answers(python, ["-c", "import sys, torch; sys.exit(not torch.cuda.is_available())"]);
  if (!accelerated && !answers("c++", ["--version"]))
    throw new Error("no c++ compiler; on Debian: apt-get install g++");
  if (values.tokens !== undefined && !(Number(values.tokens) >= 1))
    throw new Error(`--tokens ${values.tokens} is no number of tokens to read`);
  await setUp();
  const { further, trial: small, workers } = values;
  const work = join(root, ".cache", small ? "nano-trial" : further ? "nano-further" : "nano");
  const vocabulary = join(work, "vocabulary.json");
  if (values.anew || small)
    for (const name of ["vocabulary.json", "corpus", "run", "last"])
      rmSync(join(work, name), { recursive: true, force: true });
  mkdirSync(join(work, "corpus"), { recursive: true });
  await bundleTool(join(root, "nano/src/corpus/make.ts"), maker);
  const usual = accelerated ? read.accelerator : read.processor;
  const { tokens } = begun(join(work, "corpus/begun.json"), values.tokens, {
    generator: digestOf(maker),
    ...(further ? { from: digestOf(committed) } : { tokens: usual }),
  });
  if (further) copyFileSync(itsVocabulary, vocabulary);
  if (!existsSync(vocabulary)) {
    say("learning the vocabulary");
    await done(process.execPath, [maker, "vocabulary", vocabulary]);
  }
  say("holding what it trains with here against torch's plain words");
  await done(python, [join(training, "agree.py")]);
  const led = (folder, stretch, from) =>
    trained({ python, vocabulary, small, workers }, folder, stretch, from);
  const model = join(work, "model.pt");
  if (further) copyFileSync(await led(work, furtherStretch(readFileSync(committed)), committed), model);
  else {
    const first = await led(work, firstStretch(tokens));
    const last = await led(join(work, "last"), lastStretch(), first);
    await done(python, [
      join(training, "mean.py"),
      model,
      `${first}=${100 - lastShare}`,
      `${last}=${lastShare}`,
    ]);
  }
  const made = join(work, "kestrel-nano.gguf");
  const rest = [model, vocabulary, join(training, "template.jinja"), made, "q8_0"];
  await done(python, [join(training, "export.py"), ...rest]);
  if (small) return say(`a trial: ${made}`);
  copyFileSync(made, committed);
  copyFileSync(vocabulary, itsVocabulary);
  say("now: pnpm nano:eval, then the rest of what nano/README.md says");
});

/** Writes a stretch's data, and trains on it, from the weights of `from` or from scratch. Skips finished work. */
async function trained({ python, vocabulary, small, workers }, folder, stretch, from) {
  const [corpus, run] = [join(folder, "corpus"), join(folder, "run")];
  const model = join(run, "model.pt");
  if (existsSync(model)) return model;
  mkdirSync(corpus, { recursive: true });
  copyFileSync(vocabulary, join(corpus, "vocabulary.json"));
  const missing = stretch.parts.filter(({ name }) => !existsSync(join(corpus, `${name}.lengths`)));
  await inTurns(availableParallelism(), missing, async ({ name, firstSeed, tokens, window }) => {
    say(`writing ${name} of the corpus`);
    const what = [firstSeed, small ? trial.part : tokens, window, stretch.mixture ?? "usual"];
    await done(process.execPath, [maker, "corpus", vocabulary, corpus, name, ...what].map(String));
  });
  const wanted = ["--tokens", `${small ? trial.read : stretch.tokens}`, "--workers", workers];
  const start = from ? ["--further", from, "--begin", `${stretch.begin}`] : [];
  await done(python, [join(training, "train.py"), corpus, run, ...wanted, ...start]);
  return model;
}

/**
 * The options that the existing training was started with, or those it starts with now: `usual`, with the `wanted` tokens if given. A
 * resumed training keeps its number of tokens by default, on any machine.
 */
function begun(record, wanted, usual) {
  const before = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : undefined;
  const tokens = Number(wanted ?? before?.tokens ?? usual.tokens);
  const now = "from" in usual ? usual : { ...usual, tokens };
  const other = Object.keys(now).filter((what) => before && before[what] !== now[what]);
  if (other.length > 0)
    throw new Error(`the training there was begun otherwise (${other.join(", ")}); --anew begins again`);
  writeFileSync(record, JSON.stringify(now));
  return now;
}

function digestOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Runs at most `together` at once. */
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
