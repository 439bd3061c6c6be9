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
});
