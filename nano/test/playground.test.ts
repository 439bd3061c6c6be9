import { describe, expect, it } from "vitest";
import { sampleProject } from "../../packages/app/src/playground/sample-project.ts";
import { project } from "../src/playground.ts";

describe("the sample project of the corpus", () => {
  it("is the one a newcomer lands in, byte for byte", () => {
    const texts = Object.entries(project).map(([path, lines]) => [path, `${lines.join("\n")}\n`]);
    expect(Object.fromEntries(texts)).toEqual(sampleProject);
  });
});
