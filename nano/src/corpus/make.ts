import { readFileSync, writeFileSync } from "node:fs";
import { rendered } from "../chat/render.ts";
import { conversation } from "../conversation.ts";
import type { Mixture } from "../scene.ts";
import { learnVocabulary, type Vocabulary } from "../tokenizer/learn.ts";
import { writeCorpus } from "./write-corpus.ts";

const mixtures: readonly Mixture[] = ["usual", "declining"];

/** Throws where there is none of that name. */
function mixtureOf(name: string): Mixture {
  const found = mixtures.find((one) => one === name);
  if (found === undefined)
    throw new Error(`${name} is no mixture of a corpus; there are ${mixtures.join(", ")}`);
  return found;
}

/** Tokens; what the shape in `training/shape.py` has. */
const vocabularySize = 1536;

/** JSON, a token or a merge a line, as the project's formatter has it. */
function inLines({ tokens, merges }: Vocabulary): string {
  const list = (lines: readonly string[]) => `[\n${lines.map((line) => `    ${line}`).join(",\n")}\n  ]`;
  const pairs = merges.map((pair) => `[${pair.map((one) => JSON.stringify(one)).join(", ")}]`);
  return `{\n  "tokens": ${list(tokens.map((one) => JSON.stringify(one)))},\n  "merges": ${list(pairs)}\n}\n`;
}

const [what = "", ...rest] = process.argv.slice(2);

/** `vocabulary FILE`, `corpus VOCABULARY FOLDER NAME FIRST_SEED TOKENS WINDOW MIXTURE`, `show MIXTURE SEED…` */
switch (what) {
  case "vocabulary": {
    const texts = function* () {
      for (let seed = 1; seed <= 12_000; seed += 1)
        yield rendered(conversation(seed))
          .map(({ text }) => text)
          .join("");
    };
    writeFileSync(rest[0] ?? "", inLines(learnVocabulary(texts(), vocabularySize)));
    break;
  }
  case "corpus": {
    const [file = "", folder = "", name = "", firstSeed = "1", tokens = "1000000", window = "4096"] = rest;
    const mixture = mixtureOf(rest[6] ?? "usual");
    const vocabulary = JSON.parse(readFileSync(file, "utf8")) as Vocabulary;
    const made = writeCorpus(
      { folder, name, firstSeed: Number(firstSeed), tokens: Number(tokens), window: Number(window), mixture },
      vocabulary,
    );
    process.stdout.write(`${JSON.stringify(made)}\n`);
    break;
  }
  case "show":
    for (const seed of rest.slice(1))
      process.stdout.write(
        `${rendered(conversation(Number(seed), mixtureOf(rest[0] ?? "")))
          .map(({ text }) => text)
          .join("")}\n-----\n`,
      );
    break;
  default:
    process.stderr.write(
      "vocabulary FILE | corpus VOCABULARY FOLDER NAME FIRST_SEED TOKENS WINDOW MIXTURE | show MIXTURE SEED…\n",
    );
    process.exitCode = 2;
}
