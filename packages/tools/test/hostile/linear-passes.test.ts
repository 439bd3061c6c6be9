import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { alreadyThere } from "../../src/change/already-there.ts";
import { excerpt } from "../../src/change/excerpt.ts";
import { freshExcerpt } from "../../src/change/stale-file.ts";
import { fileText } from "../../src/encoding/file-text.ts";
import { confine } from "../../src/place/confined-path.ts";
import { isProtected } from "../../src/place/protected-paths.ts";
import { isWindowsTrap } from "../../src/place/windows-names.ts";
import { cutLines } from "../../src/read/cut-lines.ts";
import { hitList } from "../../src/search/hit-list.ts";
import { keptOutput } from "../../src/shell/kept-output.ts";
import { labelCommand } from "../../src/shell/label-command.ts";
import { terminalCodeStripper } from "../../src/shell/strip-terminal-codes.ts";
import { languageOf, type SyntaxLanguage } from "../../src/syntax/language-of.ts";

const mebibyte = 1024 * 1024;
const pipeful = 64 * 1024;
const noFile = {
  name: "relay:x",
  path: "",
  write: async () => {},
  settled: async () => {},
  whole: () => true,
  close: async () => {},
};

/** As a pipe delivers it: 64 KiB at a time, the daemon free to answer in between. */
async function inPipefuls(text: string, take: (piece: string) => unknown): Promise<void> {
  for (let at = 0; at < text.length; at += pipeful) {
    take(text.slice(at, at + pipeful));
    await new Promise(setImmediate);
  }
}

/** Every pass over output or files that runs on the daemon's main thread. */
const passes: Record<string, (text: string) => unknown> = {
  "terminal codes, in one piece": (text) => terminalCodeStripper().take(text),
  "terminal codes, as a pipe delivers": async (text) => {
    const stripper = terminalCodeStripper();
    await inPipefuls(text, stripper.take);
    stripper.rest();
  },
  "kept output": async (text) => {
    const kept = keptOutput(8000, () => noFile);
    await inPipefuls(text, kept.take);
    kept.text();
  },
  "the label of a command": (text) => labelCommand(text),
  "lines of a file": (text) =>
    cutLines(
      [Buffer.from(text)],
      { offset: 1, limit: 200, units: 8000, lineUnits: 2000 },
      { countAll: true },
    ),
  "a hit of a search": (text) => {
    const hits = hitList({ outputLimit: 8000 }, false);
    hits.take(`file\0${text}`);
    hits.take(text);
    return hits.text(() => true, false);
  },
  "the language of a file": (text) =>
    (["html", "json", "toml", "yaml", "sh"] satisfies (SyntaxLanguage | string)[]).map((kind) =>
      languageOf(`a.${kind}`, text),
    ),
  "the text of a file": (text) => fileText(Buffer.from(text)),
  "an excerpt": (text) => excerpt(text, 1, 1, 2, 5),
  "an edit that is there already": (text) => alreadyThere(text, `${text.slice(0, text.length / 2)}x`),
  "an edit made twice": (text) => alreadyThere(text, text.slice(0, text.length / 2)),
  "a stale edit": (text) => freshExcerpt(text, { old: text.slice(0, 2000), new: "" }, 8000),
  "a path": (text) => confine({ root: "/", closed: [] }, text.replaceAll("\0", "")).catch(() => {}),
  "a long path": (text) => confine({ root: "/", closed: [] }, text.slice(0, 4000)).catch(() => {}),
  "a protected path": (text) => {
    const path = text.slice(0, 4000);
    return isProtected({ root: "/none", closed: [] }, { path, real: "/none/x", asked: path });
  },
  "a path on Windows": (text) => isWindowsTrap(text.slice(0, 4000)),
};

const characters = [
  "a",
  " ",
  "\t",
  "\n",
  "\r",
  "\u001b",
  "[",
  "]",
  "{",
  "%",
  "<",
  ">",
  "/",
  "\\",
  '"',
  "'",
  "#",
  "0",
  ".",
  "\u202e",
  "\u0007",
];
const pairs = [
  "\u001b]",
  "\u001b[",
  "\u001bP",
  "\r\u001b",
  "\ra",
  "\n\r",
  "{%",
  "{{",
  "%}",
  "<%",
  "> ",
  "-r",
  "a\n",
  "a\r",
  " .",
  "a ",
  "//",
  "\\\n",
  "$(",
  "\u200b\u200d",
];

describe.each(Object.entries(passes))("%s", (_, pass) => {
  it("takes a mebibyte of one character, or of two alternating, without holding anybody up", async () => {
    const slow: string[] = [];
    for (const part of [...characters, ...pairs]) {
      const text = part.repeat(mebibyte / part.length);
      const { blockedMs } = await longestBlock(() => pass(text));
      if (blockedMs >= longestBlockAllowed) slow.push(`${JSON.stringify(part)}: ${Math.round(blockedMs)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
