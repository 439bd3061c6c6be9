import { EventEmitter } from "node:events";
import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { MarkdownStream } from "../../src/markdown/markdown-stream.ts";
import { Screen } from "../../src/terminal/screen.ts";
import { softWrapped } from "../../src/terminal/soft-wrapped.ts";
import { paintFor } from "../../src/terminal/style.ts";
import { toTerminal } from "../../src/terminal/to-terminal.ts";

const url = `https://example.org/releases/download/${"kestrel-".repeat(12)}v1.tar.gz?sum=0a1b2c`;
const path = `/srv/backups/${"projects/".repeat(10)}packages/cli/src/terminal/screen.ts`;
/** The odd column before wide characters leaves the last one of a row empty. */
const chinese = `x = "${"复制的文字不应当有多余的换行，".repeat(8)}"`;
const code = `const answer = await fetch("${url}", { headers: { accept: "text/plain" } }); // ${"why ".repeat(9)}so`;
const indented = `    ${code}`;

const answer = `It is one command:

\`\`\`ts
${code}
${indented}
${chinese}
\`\`\`

- in a list:
  \`\`\`sh
  ${path}
  \`\`\`

The address:

${url}

The path:

${path}

The end.
`;

/** A terminal's driver makes CR LF of the LF that programs write. */
const terminalOf = (columns: number) =>
  new xterm.Terminal({
    ...{ cols: columns, rows: 24, scrollback: 1_000 },
    ...{ convertEol: true, allowProposedApi: true },
  });

/** An answer in pieces, as models speak it, above a prompt, and the lines that a terminal of that width has then. */
async function linesAfter(
  text: string,
  { columns, piece, isLaidOut }: { columns: number; piece: number; isLaidOut: boolean },
): Promise<string[]> {
  const terminal = terminalOf(columns);
  const output = Object.assign(new EventEmitter(), {
    ...{ columns, rows: 24 },
    write: (bytes: string) => terminal.write(bytes),
  });
  const paint = paintFor({ isTTY: true }, { TERM: "xterm" });
  const screen = new Screen(output, paint);
  if (isLaidOut) screen.format(new MarkdownStream(paint));
  screen.show({ hint: "working", asks: false, mark: "› ", characters: [..."a draft"], cursor: 7 });
  for (let at = 0; at < text.length; at += piece) {
    screen.stream(text.slice(at, at + piece));
    await screen.drawn();
  }
  screen.endStream();
  screen.close();
  return linesOf(terminal);
}

/** The lines of a terminal: rows that it wrapped are one. */
async function linesOf(terminal: InstanceType<typeof xterm.Terminal>): Promise<string[]> {
  await new Promise<void>((resolve) => terminal.write("", resolve));
  const lines: string[] = [];
  for (let row = 0; row < terminal.buffer.active.length; row++) {
    const line = terminal.buffer.active.getLine(row);
    const words = line?.translateToString(true) ?? "";
    if (line?.isWrapped) lines.push((lines.pop() ?? "") + words);
    else lines.push(words);
  }
  terminal.dispose();
  return lines;
}

describe.each([40, 80])("what is copied from a terminal of %i columns", (columns) => {
  it.each([17, 53, 400])(
    "has no line break of ours in code, addresses and paths, in pieces of %i",
    async (piece) => {
      const lines = await linesAfter(answer, { columns, piece, isLaidOut: true });
      const wanted = [code, indented, chinese, path, url, path];
      expect(lines.filter((line) => wanted.includes(line))).toEqual(wanted);
    },
  );

  it.each([7, 400])("has no line break of ours in prose, in pieces of %i", async (piece) => {
    const words = `It is *not* one row but many, and ${"a word or another follows, ".repeat(25)}until it ends.`;
    const han = "一段没有空格的中文，在字与字之间换行。".repeat(6);
    const item = "an item of a list that is longer than a row, and goes on below its first word to the end";
    const prose = `${words}\n\n${han}\n\n- ${item}\n- short\n\n1. ${item}\n\n## ${item}\n\nOver.\n`;
    const lines = await linesAfter(prose, { columns, piece, isLaidOut: true });
    // The indent of a list's row is copied with it.
    const copied = lines.map((line) => line.replaceAll(/(?<=\S) {2,3}/g, " "));
    expect(copied.filter((line) => line !== "")).toEqual([
      words.replaceAll("*", ""),
      ...[han, `• ${item}`, "• short", `1. ${item}`, item, "Over."],
    ]);
  });

  it("is what `kestrel run` printed, whose words are whole on the screen", async () => {
    const prose = "**Words** that go on,  and on; with `code in it`, and so forth until they end. ".repeat(4);
    const text = `${answer}\n  ${prose.trim()}\n${"一段没有空格的中文，在字与字之间换行。".repeat(6)}`;
    const terminal = terminalOf(columns);
    terminal.write(toTerminal(softWrapped(text, columns)));
    await new Promise<void>((resolve) => terminal.write("", resolve));
    const row = (at: number) => terminal.buffer.active.getLine(at)?.translateToString(true) ?? "";
    const rows = Array.from({ length: terminal.buffer.active.length }, (_, at) => row(at));
    expect(rows.join(" ").replaceAll(/ +/g, " ")).toContain(prose.trim().replaceAll(/ +/g, " "));
    expect((await linesOf(terminal)).join("\n").trimEnd()).toBe(text);
  });

  it("has no line break of ours in any line where nothing is laid out", async () => {
    const prose = `${"一段没有空格的中文，终端自己换行。".repeat(6)}\n${"Words that go on. ".repeat(12)}end\n`;
    const lines = await linesAfter(answer + prose, { columns, piece: 53, isLaidOut: false });
    const source = (answer + prose).trimEnd().split("\n");
    expect(lines.slice(0, source.length)).toEqual(source);
  });
});
