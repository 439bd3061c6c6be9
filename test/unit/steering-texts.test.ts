import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Every sentence in a text of ours that core and the tools may say to a model: what stands in quotes and reads like one. */
const sentences = ["core", "tools"].flatMap((name) =>
  sourcesOf(join(root, "packages", name, "src")).flatMap(({ file, source }) =>
    [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
      .map(([, plain, template]) => plain ?? template ?? "")
      .flatMap((text) => text.split(/(?<=[.;:])\s+/))
      .filter((text) => text.split(" ").length > 2)
      .map((text) => ({ file, text })),
  ),
);

const verbs = "repeat|read|call|search|run|send|edit|write|look|go on|try|stop";
/** What a sentence tells the model to leave. A call that failed is to be changed, not left. */
const left = new RegExp(
  `\\b(?:do not|don't|never|stop) (?:again )?(${verbs})(?:ing)?\\b(?! a call that failed)`,
  "i",
);
/** What a sentence tells it to do. */
const asked = new RegExp(`(?:^|[,;] (?:or |then |and )?|\\bthen |: )(${verbs})\\b`, "i");

it("holds no two sentences of which one asks for what the other forbids", () => {
  expect(sentences.length).toBeGreaterThan(200);
  const forbidding = sentences.flatMap(({ file, text }) => {
    const verb = left.exec(text)?.[1]?.toLowerCase();
    return verb === undefined ? [] : [{ file, text, verb }];
  });
  const contradicting = forbidding.flatMap(({ file, text, verb }) =>
    sentences
      .filter((other) => {
        const wanted = left.test(other.text) ? undefined : asked.exec(other.text)?.[1]?.toLowerCase();
        return wanted === verb || (verb === "repeat" && / again\b/i.test(other.text) && wanted !== undefined);
      })
      .map((other) => `${file}: ${text} <-> ${other.file}: ${other.text}`),
  );
  expect(contradicting).toEqual([]);
});

it("finds a pair of which one does", () => {
  expect(left.exec("Do not read it again.")?.[1]).toBe("read");
  expect(asked.exec("Read the file again and copy the lines exactly.")?.[1]).toBe("Read");
  expect(left.test("Do not repeat a call that failed;")).toBe(false);
});

function sourcesOf(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({
      file,
      // Comments speak to people.
      source: readFileSync(join(folder, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
    }));
}
