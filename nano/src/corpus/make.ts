import { readFileSync, writeFileSync } from "node:fs";
import { rendered } from "../chat/render.ts";
import { conversation } from "../conversation.ts";
import { learnVocabulary, type Vocabulary } from "../tokenizer/learn.ts";
import { writeCorpus } from "./write-corpus.ts";

/** Tokens; what the shape in `training/shape.py` has. */
const vocabularySize = 1536;

const [what = "", ...rest] = process.argv.slice(2);

/** `vocabulary FILE`, `corpus VOCABULARY FOLDER NAME FIRST_SEED TOKENS`, `show SEED…` */
switch (what) {
  case "vocabulary": {
    const texts = function* () {
      for (let seed = 1; seed <= 12_000; seed += 1)
        yield rendered(conversation(seed))
          .map(({ text }) => text)
          .join("");
    };
    writeFileSync(rest[0] ?? "", `${JSON.stringify(learnVocabulary(texts(), vocabularySize))}\n`);
    break;
  }
  case "corpus": {
    const [file = "", folder = "", name = "", firstSeed = "1", tokens = "1000000", window = "4096"] = rest;
    const vocabulary = JSON.parse(readFileSync(file, "utf8")) as Vocabulary;
    const made = writeCorpus(
      { folder, name, firstSeed: Number(firstSeed), tokens: Number(tokens), window: Number(window) },
      vocabulary,
    );
    process.stdout.write(`${JSON.stringify(made)}\n`);
    break;
  }
  case "show":
    for (const seed of rest)
      process.stdout.write(
        `${rendered(conversation(Number(seed)))
          .map(({ text }) => text)
          .join("")}\n-----\n`,
      );
    break;
  default:
    process.stderr.write("vocabulary FILE | corpus VOCABULARY FOLDER NAME FIRST_SEED TOKENS | show SEED…\n");
    process.exitCode = 2;
}
