import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkdownStream } from "../../src/markdown/markdown-stream.ts";
import { paintFor } from "../../src/terminal/style.ts";
import { toTerminal, withoutInk } from "../../src/terminal/to-terminal.ts";
import { widthOf } from "../../src/terminal/width.ts";

const paint = paintFor({ isTTY: true }, { TERM: "xterm" });

/** The rows of a reply that came in such pieces; what was finished never changes, so they are in their order. */
function rowsOf(pieces: readonly string[], columns = 40): string[] {
  const stream = new MarkdownStream(paint);
  const rows = pieces.flatMap((piece) => {
    stream.add(piece);
    stream.live(columns);
    return stream.finished(columns);
  });
  return [...rows, ...stream.end(columns)];
}

const plainRows = (text: string, columns?: number) => rowsOf([text], columns).map(withoutInk);

const everything = `# A heading

Some **bold**, *slanted* and ~~old~~ words with \`code\` in them. Steps:
- one apple, which is more than a row of forty columns holds
- two pears
  1. nested

     \`\`\`ts
     const pear = 1;
     \`\`\`
- [x] done
- [ ] open

> A quote.

\`\`\`sh
rsync -a --delete --exclude node_modules /home/ada/projects/kestrel/ backup@example.org:/srv/backups/
\`\`\`

| Name | Count |
|---|---|
| apples | 3 |
| pears | 12 |

1. first

2. second

See [the page](https://example.org/page), __init__ and <b>this</b>.
`;

describe("a reply in Markdown at a terminal", () => {
  it("is laid out as it reads, without its signs", () => {
    expect(plainRows(everything)).toEqual([
      "A heading",
      "",
      "Some bold, slanted and old words with",
      "code in them. Steps:",
      "• one apple, which is more than a row",
      "  of forty columns holds",
      "• two pears",
      "  1. nested",
      "",
      "─── ts",
      "const pear = 1;",
      "───",
      "✓ done",
      "○ open",
      "",
      "│ A quote.",
      "",
      "─── sh",
      "rsync -a --delete --exclude node_modules /home/ada/projects/kestrel/ backup@example.org:/srv/backups/",
      "───",
      "",
      "Name    Count",
      "──────  ─────",
      "apples      3",
      "pears      12",
      "",
      "1. first",
      "",
      "2. second",
      "",
      "See the page",
      "(https://example.org/page), __init__",
      "and <b>this</b>.",
    ]);
  });

  it("ends code at a fence without a line end, and tells a rule from the end of code", () => {
    const rows = plainRows("```js\n1\n```\n\n---\n\n```sh\nls\n```");
    expect(rows).toEqual(["─── js", "1", "───", "", "· · ·", "", "─── sh", "ls", "───"]);
    const stream = new MarkdownStream(paint);
    stream.add("```js\n1\n```");
    stream.finished(40);
    expect(stream.live(40)).toEqual([]);
  });

  it("centres a column, and reads what HTML names outside of code", () => {
    expect(plainRows("|A|Name|\n|---|:---:|\n|x|longer one|\n|y|b|\n")).toEqual([
      "A     Name",
      "─  ──────────",
      "x  longer one",
      "y      b",
    ]);
    const named = "a &amp; b &lt;i&gt; &#39;d&#x27; &nosuch; AT&T; `&amp;`";
    expect(plainRows(named, 100)).toEqual(["a & b <i> 'd' &nosuch; AT&T; &amp;"]);
    expect(plainRows(`${named} <b>&amp;</b>`, 100)).toEqual([`a & b <i> 'd' &nosuch; AT&T; &amp; <b>&</b>`]);
  });

  it("keeps addresses as they were written", () => {
    const words = "npm install -g npm@11.21.2, ada@example.org, www.example.org";
    expect(plainRows(words, 100)).toEqual([words]);
  });

  it("is painted by the terminal's own palette", () => {
    const rows = rowsOf([everything]).map(toTerminal).join("\n");
    expect(rows).toContain("\u001b[1mbold\u001b[22m");
    expect(rows).toContain("\u001b[3mslanted\u001b[23m");
    expect(rows).toContain("\u001b[36mcode\u001b[39m");
    expect(rows).toContain("\u001b[35mconst\u001b[39m pear = \u001b[36m1\u001b[39m;");
  });

  it("comes to the same rows however it is cut", () => {
    const whole = rowsOf([everything]).map(withoutInk);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 5, maxLength: 60 }), (sizes) => {
        const pieces: string[] = [];
        let from = 0;
        for (const size of sizes) {
          pieces.push(everything.slice(from, from + size));
          from += size;
        }
        expect(rowsOf([...pieces, everything.slice(from)]).map(withoutInk)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it("finishes a block once another begins, code line by line, a list item by item", () => {
    const stream = new MarkdownStream(paint);
    const says = (words: string) => {
      stream.add(words);
      return { finished: stream.finished(40).map(withoutInk), live: stream.live(40).map(withoutInk) };
    };
    expect(says("A **bo")).toEqual({ finished: [], live: ["A **bo"] });
    expect(says("ld** word\n\n- one\n- tw")).toEqual({
      finished: ["A bold word"],
      live: ["", "• one", "• tw"],
    });
    expect(says("o\n- three\n")).toEqual({ finished: ["", "• one", "• two"], live: ["• three"] });
    expect(says("```py\nx = 1\ny")).toEqual({ finished: ["• three", "", "─── py", "x = 1"], live: ["y"] });
    expect(says("\n```\nend")).toEqual({ finished: ["y", "───"], live: ["", "end"] });
  });

  it.each([
    [
      "words",
      `${"The daemon owns the turn, and 3 clients show it. ".repeat(30)}\nAnother line, **bold**, and its end.`,
    ],
    ["Chinese", `${"守护进程持有这一轮，客户端只负责显示。".repeat(30)}它会`],
  ])("finishes the full rows of a long paragraph of %s while it is spoken", (_, paragraph) => {
    const whole = rowsOf([`# A title\n\n${paragraph}\n\nEnd.`]).map(withoutInk);
    const stream = new MarkdownStream(paint);
    const rows: string[] = [];
    for (const piece of `# A title\n\n${paragraph}\n\nEnd.`.match(/[\s\S]{1,7}/gu) ?? []) {
      stream.add(piece);
      rows.push(...stream.finished(40).map(withoutInk));
      // Six rows, the blank one above them, and what comes until it is looked at again.
      expect(stream.live(40).length).toBeLessThanOrEqual(9);
    }
    expect([...rows, ...stream.end(40).map(withoutInk)]).toEqual(whole);
  });

  it("keeps what an open span may change, and a line that may be a table's head", () => {
    for (const paragraph of [`**${"bold words ".repeat(40)}`, `a | ${"cells ".repeat(60)}`]) {
      const stream = new MarkdownStream(paint);
      stream.add(paragraph);
      expect(stream.finished(40)).toEqual([]);
      expect(stream.live(40).length).toBeGreaterThan(7);
    }
  });

  it("breaks Chinese between its letters, no row beginning with a mark that closes", () => {
    const rows = plainRows(`**注意：**请看这里。${"这是一个很长的句子，".repeat(6)}`, 31);
    expect(rows.join("")).not.toContain("*");
    for (const row of rows) {
      expect(widthOf(row)).toBeLessThan(31);
      expect(row).not.toMatch(/^[，。：]/);
    }
  });

  it("leaves letters that run from right to left in their order, and spells out what would turn them", () => {
    expect(plainRows("שלום **עולם** \u202etxt.exe")).toEqual(["שלום עולם ⟨U+202E⟩txt.exe"]);
  });

  it("makes records of a table that is too wide for columns", () => {
    const head = "| File ends with | Rows in file | Rows imported |\n|---|---|---|\n";
    expect(plainRows(`${head}| a line break | 3 | 3 |\n| the last field | 3 | 2 |`, 26)).toEqual([
      "File ends with  a line",
      "                break",
      "Rows in file    3",
      "Rows imported   3",
      "",
      "File ends with  the last",
      "                field",
      "Rows in file    3",
      "Rows imported   2",
    ]);
  });

  it("never shows a link without its address", () => {
    expect(plainRows("[kestrel.dev](http://evil.example/x)", 80)).toEqual([
      "kestrel.dev (http://evil.example/x)",
    ]);
    expect(plainRows("<https://a.example>", 80)).toEqual(["https://a.example"]);
  });

  it("goes on with code that something was printed between, and ends it with the reply", () => {
    const stream = new MarkdownStream(paint);
    stream.add("```js\nlet a\nlet b");
    expect([...stream.finished(40), ...stream.flush(40)].map(withoutInk)).toEqual([
      "─── js",
      "let a",
      "let b",
    ]);
    stream.add("\nlet c\n");
    expect(stream.end(40).map(withoutInk)).toEqual(["", "let c", "───"]);
  });

  it("takes a line without end in time that grows with its length", () => {
    const started = performance.now();
    const stream = new MarkdownStream(paint);
    for (let times = 0; times < 2_000; times++) {
      stream.add("**a `b [c](d ".repeat(10));
      stream.finished(80);
    }
    stream.end(80);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
