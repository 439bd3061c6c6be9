import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visiblePieces, visibleText } from "../src/index.ts";

/** Every one of these would change what is seen without being seen. */
const hidden: [name: string, first: number, last?: number][] = [
  ["controls before tab", 0x00, 0x08],
  ["controls between newline and space", 0x0b, 0x1f],
  ["delete and the upper controls", 0x7f, 0x9f],
  ["soft hyphen", 0xad],
  ["Arabic letter mark", 0x61c],
  ["Hangul fillers", 0x115f, 0x1160],
  ["Khmer vowels that are not drawn", 0x17b4, 0x17b5],
  ["Mongolian vowel separator", 0x180e],
  ["zero widths and direction marks", 0x200b, 0x200f],
  ["line and paragraph ends, embeddings and overrides", 0x2028, 0x202e],
  ["word joiner, invisible operators", 0x2060, 0x2064],
  ["isolates and what is deprecated", 0x2066, 0x206f],
  ["Hangul filler", 0x3164],
  ["selectors behind no sign of theirs", 0xfe00, 0xfe0f],
  ["byte order mark", 0xfeff],
  ["half width Hangul filler", 0xffa0],
  ["annotation marks", 0xfff9, 0xfffb],
  ["half a character", 0xd800, 0xd803],
  ["tags", 0xe0000, 0xe007f],
  ["selectors of ideographs behind a letter", 0xe0100, 0xe01ef],
];

describe("one set of invisible characters", () => {
  it.each(hidden)("names %s", (_, first, last = first) => {
    for (let code = first; code <= last; code++) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      const text = `a${String.fromCodePoint(code)}b`;
      expect(visiblePieces(text), name).toEqual([{ text: "a" }, { hidden: name }, { text: "b" }]);
      expect(visibleText(text)).toBe(`a⟨${name}⟩b`);
    }
  });

  it.each([
    ["plain text with ends", "one\n\ttwo"],
    ["nothing", ""],
    ["Chinese", "你好，世界　再见"],
    ["a heart, keycap and flag", "❤️ 1️⃣ ☎︎ 🇨🇳"],
    ["a family and its colours", "👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🧑‍🦰"],
    ["Persian with a joiner that parts", "می‌خواهم"],
    ["a Persian abbreviation", "ه‍.ق"],
    ["Hindi with both joiners", "क्‍ष क्‌ष"],
    ["Malayalam in the old writing", "അവന്‍ വന്നു"],
    ["Sinhala", "ශ්‍රී ලංකා"],
    ["an ideograph with its selector", "葛\u{e0100}城"],
    ["an Arabic year", "\u0601١٤٤٥"],
    ["what was made visible before", "⟨U+202E⟩"],
  ])("leaves %s alone", (_, text) => {
    expect(visibleText(text)).toBe(text);
    expect(visiblePieces(text)).toEqual(text === "" ? [] : [{ text }]);
  });

  it.each([
    ["a colour", "\u001b[31mred", "⟨U+001B⟩[31mred"],
    ["the clipboard", "\u001b]52;c;cm0=\u0007", "⟨U+001B⟩]52;c;cm0=⟨U+0007⟩"],
    ["a window title in eight bits", "\u009d0;me\u009c", "⟨U+009D⟩0;me⟨U+009C⟩"],
    ["a line written over", "safe\rrm -rf", "safe⟨U+000D⟩rm -rf"],
    ["a name turned round", "\u202egnp.exe", "⟨U+202E⟩gnp.exe"],
    ["a joiner between Latin letters", "ad\u200dmin", "ad⟨U+200D⟩min"],
    ["a joiner behind the family", "👨‍👩\u200d x", "👨‍👩⟨U+200D⟩ x"],
    ["two joiners where one is needed", "می\u200c\u200cخ", "می⟨U+200C ×2⟩خ"],
    ["a message in selectors", "😀\ufe0f\ufe01\ufe02", "😀\ufe0f⟨U+FE01⟩⟨U+FE02⟩"],
    ["a selector that makes a digit an emoji", "5\ufe0f", "5⟨U+FE0F⟩"],
    ["a message in tags", "ok\u{e0041}\u{e007f}", "ok⟨U+E0041⟩⟨U+E007F⟩"],
  ])("spells out %s", (_, text, seen) => {
    expect(visibleText(text)).toBe(seen);
    expect(visibleText(seen)).toBe(seen);
    const pieces = visiblePieces(text).map((piece) => ("text" in piece ? piece.text : `⟨${piece.hidden}⟩`));
    expect(pieces.join("")).toBe(seen);
  });

  it.each([
    ["letters", "a"],
    ["escapes", "\u001b"],
    ["joiners", "\u200d"],
    ["ideographs and selectors", "葛\u{e0100}"],
    ["emoji and joiners", "😀\u200d"],
    ["halves", "\ud83d"],
    ["Arabic and joiners", "ه\u200c"],
    ["two kinds of controls", "\u001b\u0007"],
  ])("takes half a mebibyte of %s without looking back", (_, unit) => {
    const text = unit.repeat(2 ** 19 / unit.length);
    const before = process.cpuUsage();
    visibleText(text);
    // A pass that looks back over what it has read would need minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it("names a quarter million of hidden characters, no two alike in a row, in a few times what it takes to find them", () => {
    const text = "\u200b\u200c".repeat(2 ** 17);
    /** The best of five: a collection of garbage may fall into any of them. */
    const cpu = (does: () => unknown) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const before = process.cpuUsage();
          does();
          const { user, system } = process.cpuUsage(before);
          return user + system;
        }),
      );
    visibleText(text);
    const bare = cpu(() => text.replace(/[\u200b\u200c]/gu, () => "⟨U+200B⟩"));
    // Measured: 1.5 to 2.5. A pattern that weighs every place of every script took 6.
    expect(cpu(() => visibleText(text)) / bare).toBeLessThan(4);
  });

  it("sees what one pattern for all of it sees, whatever stands beside each other", () => {
    const signs = [
      ..."aé1#*葛+👩🏽❤☎ه‍می\u200c\u200dक\u094dष\u180b\u1820\u180e\ufe0e\ufe0f\ufe00\ufe01\u0601\u06dd",
      ..."\u{e0100}\u{e0101}\u{e0041}\u202e\u200b\u001b\t\n\u034f\u115f\u3164\u20e3\u2028 ",
      ...["\ud83d", "\udc00"],
    ];
    const texts = fc.array(fc.constantFrom(...signs), { maxLength: 9 }).map((some) => some.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        expect(visibleText(text)).toBe(text.replace(oneForAll, (run, sign) => `⟨${named(run, sign)}⟩`));
      }),
      { numRuns: 5_000 },
    );
  });
});

const joining = `[\\p{L}\\p{M}](?<=[${["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Khmr", "Mymr"].map((script) => `\\p{scx=${script}}`).join("")}])`;
const viramas =
  "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u17d2]";
/** Slow, and easier to read against the list of what belongs to a script. */
const oneForAll = new RegExp(
  `(?![\\t\\n]|${[
    "(?<=\\p{ExtPict}[\\p{EMod}\\ufe0f]?)\\u200d(?=\\p{ExtPict})",
    `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
    `(?<=${viramas})[\\u200c\\u200d]`,
    "(?<=\\p{L}(?<=\\p{scx=Arab}))\\u200d",
    "(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]",
    "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
    "(?<=[\\p{Ideographic}\\p{Sm}])[\\ufe00-\\ufe02]",
    "(?<=\\p{Ideographic})[\\u{e0100}-\\u{e01ef}]",
    "(?<=\\p{scx=Mong}(?<=\\p{L}))[\\u180b-\\u180d\\u180f]",
    "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2]",
  ].join("|")})([\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\ufff9-\\ufffb])\\1*`,
  "gu",
);

function named(run: string, sign: string): string {
  const name = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return run.length === sign.length ? name : `${name} ×${run.length / sign.length}`;
}
