import { type Scene, said } from "../scene.ts";
import { inMarks, phrase } from "./phrases.ts";

type Order = [order: string, given: boolean];

/** An order with a text that stands in its sentence without marks. Undefined where it could not be told where the text ends. */
export function bareOrder(scene: Scene, f: string, text: string): Order | undefined {
  if (!/^[\p{L}\p{N} '’]+$/u.test(text) || /\b(?:to|into|in|as|with)\b/.test(text)) return undefined;
  const ahead = !/[写存放进到中里]/.test(text) && scene.chance.maybe(0.5);
  return [phrase(scene, ahead ? textAhead : textLast, { f, a: text }), !ahead];
}

/** Three lines and more named in one sentence, each in marks or all of them bare. */
export function listedOrder(scene: Scene, f: string, lines: readonly string[]): Order | undefined {
  const { chance } = scene;
  const bare = lines.every((line) => /^[\p{L}\p{N} ']+$/u.test(line) && !/\band\b|和/.test(line));
  const inside = !bare || chance.maybe(0.6);
  const items = inside ? eachInMarks(scene, lines) : lines;
  if (items === undefined) return undefined;
  const n = said(scene, { en: numbers.en, zh: numbers.zh })[lines.length] ?? `${lines.length}`;
  const comma = said(scene, { en: ", ", zh: chance.pick(["、", "，"]) });
  const joint = said(scene, {
    en: chance.pick([" and ", " and ", ", and ", ", "]),
    zh: chance.pick(["和", comma]),
  });
  const l = `${items.slice(0, -1).join(comma)}${joint}${items.at(-1)}`;
  return [phrase(scene, listed, { f, n, l }), !inside];
}

/** The same marks for all of them. */
function eachInMarks(scene: Scene, lines: readonly string[]): string[] | undefined {
  const whole = inMarks(scene, lines.join("\n"));
  const [before, after] = [whole.charAt(0), whole.at(-1) ?? ""];
  if (whole.length !== lines.join("\n").length + 2) return undefined;
  return lines.map((line) => before + line + after);
}

const numbers = {
  en: ["", "one", "two", "three", "four", "five", "six"],
  zh: ["", "一", "两", "三", "四", "五", "六"],
};

const textAhead = {
  en: [
    "(put|write) {a} (into|to|in) {f}",
    "(save|store) {a} (in|as|to|into) {f}",
    "write {a} to a new file {f}",
  ],
  zh: ["把 {a} (写到|写进|存到|放进|写入) {f}", "将 {a} (写入|保存到) {f}"],
};

/** The text goes on to the end of the message. */
const textLast = {
  en: [
    "(create|make) {f} (with the text|with the content|with|containing|that says) {a}",
    "(create|make) a file (called|named|) {f} (that says|saying|with the text|with) {a}",
    "new file {f} with {a}",
  ],
  zh: ["(新建|创建|建) {f} (内容是|内容为|写上|内容) {a}", "(新建|创建) {f}，(内容是|写) {a}"],
};

const listed = {
  en: [
    "(create|make|write) {f} with {n} lines: {l}",
    "(create|make) {f} with the lines {l}",
    "(create|make|write) (a file|a new file) {f} with (these|the) {n} lines(:|) {l}",
    "(I need|I want) a file {f} with {n} lines: {l}",
    "new file {f}, {n} lines: {l}",
  ],
  zh: [
    "(新建|创建|写)(文件|){f}，内容是{n}行：{l}",
    "(新建|创建){f}，写{n}行：{l}",
    "新文件{f}，{n}行(内容|)：{l}",
  ],
};
