import { lex, type Token } from "@kestrel/text/markdown";
import { describe, expect, it } from "vitest";
import { foldedBlocks } from "../src/transcript/folded-blocks.ts";

const shown = (text: string) =>
  foldedBlocks(lex(text))
    .map((block) =>
      "token" in block
        ? block.token.type
        : `${block.summary}(${block.inside
            .map(({ type }: Token) => type)
            .filter((type) => type !== "space")
            .join(" ")})`,
    )
    .filter((words) => words !== "space");

describe("a folded part of an answer", () => {
  it("is what stands between its marks, with Markdown in it", () => {
    const text =
      "Before.\n\n<details>\n<summary>The log</summary>\n\n**Bold**\n\n- one\n\n</details>\n\nAfter.";
    expect(shown(text)).toEqual(["paragraph", "The log(paragraph list)", "paragraph"]);
  });

  it("may stand in one block, and may still be growing", () => {
    expect(shown("<details><summary>Short</summary>\nwords\n</details>")).toEqual(["Short(text)"]);
    expect(shown("<details>\n<summary>Open</summary>\n\nfirst\n\nsecond")).toEqual([
      "Open(paragraph paragraph)",
    ]);
  });

  it("is text where it carries more than a summary", () => {
    expect(shown("<details open ontoggle=run()><summary>x</summary>\n\n</details>")).toEqual([
      "html",
      "html",
    ]);
    expect(shown("<details><summary><img src=x></summary>\n\n</details>")).toEqual(["html", "html"]);
  });
});
