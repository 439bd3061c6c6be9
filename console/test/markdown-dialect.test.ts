import { lex } from "@kestrel/text/markdown";
import type { Token } from "marked";
import { describe, expect, it } from "vitest";
import { blocksOf, noBlocks } from "../src/transcript/markdown-blocks.ts";

type Node = Token & { tokens?: Node[]; items?: Node[]; text?: string };

/** A text as it would be shown, with the marks as tags. */
function shown(tokens: readonly Token[]): string {
  return (tokens as readonly Node[])
    .map((token): string => {
      const inner = token.items ?? token.tokens;
      const words = inner
        ? shown(inner)
        : token.type === "formula"
          ? `⟦${token.raw}⟧`
          : (token.text ?? token.raw);
      return ["strong", "em", "del", "code", "codespan", "list", "heading"].includes(token.type)
        ? `<${token.type}>${words}</${token.type}>`
        : words;
    })
    .join("");
}
const read = (text: string) => shown(lex(text));

describe("emphasis beside CJK", () => {
  it.each([
    ["**注意：**请先备份。", "<strong>注意：</strong>请先备份。"],
    ["请**“先备份”**再继续", "请<strong>“先备份”</strong>再继续"],
    ["这是**（可选）**的步骤", "这是<strong>（可选）</strong>的步骤"],
    ["使用**`npm`**命令", "使用<strong><codespan>npm</codespan></strong>命令"],
    ["**Note:**请看", "<strong>Note:</strong>请看"],
    ["**重要。**Next", "<strong>重要。</strong>Next"],
    ["**「引用」**です。*強調、*する", "<strong>「引用」</strong>です。<em>強調、</em>する"],
    ["**안녕하세요!**라고", "<strong>안녕하세요!</strong>라고"],
    ["~~删除：~~请看，~~“旧”~~新", "<del>删除：</del>请看，<del>“旧”</del>新"],
    ["***全部：***请", "<em><strong>全部：</strong></em>请"],
    ["**外层*内层，*继续。**后", "<strong>外层<em>内层，</em>继续。</strong>后"],
    ["**链接：[名](https://author.example/)**后", "<strong>链接：名</strong>后"],
    ["中文，**粗体**，后面**（再）**来", "中文，<strong>粗体</strong>，后面<strong>（再）</strong>来"],
    ["**𠮷野家：**请", "<strong>𠮷野家：</strong>请"],
  ])("is read as meant: %s", (text, meant) => {
    expect(read(text)).toBe(meant);
  });

  it.each(["a * b * c", "2*3*4".replaceAll("*", " * "), "名_前_字", "** 空格 **", "文件 *.ts 和 *.js"])(
    "leaves what is none: %s",
    (text) => expect(read(text)).toBe(text),
  );

  it("leaves other scripts as CommonMark has them", () => {
    expect(read("**bold** and *it*, a**(b)**c and __init__")).toBe(
      "<strong>bold</strong> and <em>it</em>, a**(b)**c and <strong>init</strong>",
    );
  });
});

describe("TeX", () => {
  it.each([
    [String.raw`Let \(a_1 * b_2 * c\) be.`, String.raw`Let ⟦\(a_1 * b_2 * c\)⟧ be.`],
    ["$a_1$ and $b_2*c*d$.", "⟦$a_1$⟧ and ⟦$b_2*c*d$⟧."],
    [String.raw`*see \(x^*\) here*`, String.raw`<em>see ⟦\(x^*\)⟧ here</em>`],
    ["**定理：**$x^*=y^*$成立", "<strong>定理：</strong>⟦$x^*=y^*$⟧成立"],
    [String.raw`so \[\frac{a}{b}\] holds`, String.raw`so ⟦\[\frac{a}{b}\]⟧ holds`],
    ["so $$a\\\\b$$ holds", "so ⟦$$a\\\\b$$⟧ holds"],
    ["`$a*b$` and \\*stars\\*", "<codespan>$a*b$</codespan> and *stars*"],
  ])("in a line is kept: %s", (text, meant) => expect(read(text)).toBe(meant));

  it.each(["It costs $5 and $10.", "$HOME and $PATH", "5$ or 6$", "US$5 and A$6"])(
    "is no price or variable: %s",
    (text) => expect(read(text)).toBe(text),
  );

  it.each([
    "$$\nx_1 = *a*\n- b\n= c\n# d\n$$",
    "\\[\n\\begin{aligned}\na &= b \\\\\n+ c\n\\end{aligned}\n\\]",
    "$$x\n= 1$$",
  ])("in lines of its own is kept: %j", (text) => {
    expect(read(`Before:\n${text}\nAfter`)).toBe(`Before:\n⟦${text}\n⟧After`.replace("Before:\n", "Before:"));
    let blocks = noBlocks;
    for (let end = 1; end <= text.length; end++) blocks = blocksOf(blocks, text.slice(0, end));
    expect(shown(blocks.tokens)).toBe(`⟦${text}⟧`);
  });

  it("is read in time that grows with its length", () => {
    for (const piece of ["\\(", "$a ", "$$", "**（", "$\\", "\\[\n", "~~“中"]) {
      const begun = performance.now();
      lex(piece.repeat(20_000));
      expect(performance.now() - begun, piece).toBeLessThan(2_000);
    }
  });
});

describe("Markdown in a fence", () => {
  const readme = [
    "# Title",
    "",
    "```bash",
    "npm install",
    "```",
    "",
    "Then:",
    "```",
    "npm test",
    "```",
    "",
    "- a list",
    "    ```ts",
    "    x",
    "    ```",
    "",
    "End",
  ].join("\n");

  it.each(["markdown", "md", "Markdown title=README.md"])("holds fences of its own: %s", (info) => {
    const text = `Here:\n\n\`\`\`${info}\n${readme}\n\`\`\`\n\nDone **now**.`;
    expect(read(text)).toBe(
      `Here:<code>${readme}</code>Done <strong>now</strong>.`
        .replace("Here:", "Here:\n\n")
        .replace("</code>", "</code>\n\n"),
    );
  });

  it("ends where it ends when nothing is in it", () => {
    const text = "```markdown\n# A\n\n```\nThis is a file.\n\n```\ncode\n```\n";
    expect(read(text)).toContain("<code># A\n</code>");
    expect(read(text)).toContain("<code>code</code>");
    expect(read("```md\n```\ntext")).toMatch(/<code><\/code>\s*text/);
    expect(read("````markdown\n```\na\n```\n````\nb")).toMatch(/<code>```\na\n```<\/code>\s*b/);
  });

  it("reads the same when it comes character by character", () => {
    for (const text of [
      `Here:\n\n\`\`\`md\n${readme}\n\`\`\`\n\nDone.\n\nLast`,
      "```md\na\n\n```\nb\n\n```\nc\n```\nd",
    ]) {
      let blocks = noBlocks;
      for (let end = 1; end <= text.length; end++) blocks = blocksOf(blocks, text.slice(0, end));
      expect(shown(blocks.tokens)).toBe(read(text));
    }
  });

  it("leaves a fence of another language to the first bare one", () => {
    expect(read("```sh\ncat <<X\n```python\n```\nafter")).toMatch(/<code>cat <<X\n```python<\/code>\s*after/);
  });
});
