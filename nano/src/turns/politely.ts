import type { Chance } from "../chance.ts";
import type { Scene } from "../scene.ts";

/** How the order goes into its message: alone or with others, and whether it ends in a text that is given as it stands. */
type Manner = { single: boolean; given: boolean };

/** An order as somebody types it: politely or not, with a capital and a full stop or without, with a question behind it or not. */
export function politely(scene: Scene, order: string, manner: Manner): string {
  if (/^(?:1[.)、]|-) /.test(order)) return scene.chance.pick(overLists[scene.language]) + order;
  return scene.language === "en" ? inEnglish(scene, order, manner) : inChinese(scene, order, manner);
}

const overLists = {
  en: ["", "", "", "Please do this:\n", "Some things to do:\n", "tasks:\n"],
  "zh-CN": ["", "", "", "请依次做：\n", "任务：\n", "帮我做这些：\n"],
};

const asksSomething = /^(what|where|which|what's|how many|is there|does|do we|any|who)\b/i;

/** The order as a sentence of its own among others. */
export const sentenceOf = (order: string) => (asksSomething.test(order) ? `${order}?` : `${order}.`);

function inEnglish({ chance }: Scene, order: string, { single, given }: Manner): string {
  const question = asksSomething.test(order);
  if (question) {
    const asked = chance.weighed([
      [order, 66],
      [`${chance.pick(beforehand.filter((one) => /[.!]$/.test(one)))} ${cased(true, order)}`, 8],
      [`please, ${order}`, 4],
      [`hi! ${order}`, 5],
      [`can you tell me: ${order}`, 4],
      [`quick question: ${order}`, 4],
      [`tell me, ${order}`, 3],
      [`one more thing, ${order}`, 3],
      [`so ${order}`, 3],
    ]);
    return cased(chance.maybe(0.6), asked) + (!given && chance.maybe(0.6) ? "?" : "");
  }
  if (clause.test(order)) return given ? cased(chance.maybe(0.6), order) : around(chance, order, single);
  const asking = (opening: string) => (single && !given ? `${opening} ${order}?` : `${opening} ${order}`);
  const dressed = chance.weighed([
    [order, 52],
    [`please ${order}`, 9],
    [asking(chance.pick(["can you", "could you", "would you", "will you"])), 8],
    [asking(chance.pick(["can you please", "could you please", "would you please", "could you kindly"])), 4],
    [asking(`${chance.maybe(0.5) ? "would you " : ""}be so ${chance.pick(["kind as to", "good as to"])}`), 2],
    [single && !given ? `${order} for me` : order, 3],
    [single && !given ? `${order}, please` : order, 4],
    [
      single && !given ? `${order} ${chance.pick(["pls", "plz", "thx", "thanks", "for me", "now"])}` : order,
      4,
    ],
    [`${chance.pick(["hey", "hi", "hello", "ok", "okay", "well", "right"])}, ${order}`, 4],
    [
      `${chance.pick(["i want you to", "i need you to", "i would like you to", "i'd like you to", "you should"])} ${order}`,
      6,
    ],
    [`${chance.pick(["now", "next", "go ahead and", "let us", "let's", "just", "then"])} ${order}`, 6],
    [`${chance.pick(["pls", "plz", "kindly", "be so good and"])} ${order}`, 2],
    [
      `${chance.pick(["i have a task for you:", "task:", "next step:", "my question:", "to do:"])} ${order}`,
      2,
    ],
  ]);
  const asksBack = !given && single && !/[?.]$/.test(dressed) && chance.maybe(0.06);
  const behind = asksBack ? chance.pick(trailing) : "";
  if (!given && !asksBack && chance.maybe(0.12)) return around(chance, dressed, single);
  const stop = given || asksBack || /[?.!]$/.test(dressed) || chance.maybe(0.55) ? "" : ".";
  return cased(chance.maybe(0.6), dressed) + behind + stop;
}

/** An order that is a whole sentence already, or that begins with the name it is about. */
const clause =
  /^(?:i|i'd|i'm|i've|let|can|could|may|any|are|there|would|from|the|how|if|whats|wats|instead|wherever|everywhere)\b|^[^a-z]/i;

/** With a word before or behind it that has nothing to do with it, as people write. */
function around(chance: Chance, order: string, single: boolean): string {
  const before = chance.maybe(0.3) ? `${chance.pick(beforehand)} ` : "";
  const text = before + cased(before !== "" || chance.maybe(0.6), order);
  if (/[?!.]$/.test(text)) return text;
  const asks = /^(?:can|could|may|any|are|is|does|do|whats|wats|will|would)\b/i.test(order);
  if (asks && chance.maybe(0.7)) return `${text}?`;
  return text + (single && chance.maybe(0.3) ? chance.pick(afterwards) : chance.pick(["", "", ".", "!"]));
}

const beforehand = [
  "I just cloned this.",
  "I am new here.",
  "Sorry to bother you.",
  "Sorry,",
  "Good morning!",
  "Okay,",
  "Alright.",
  "First things first:",
  "My colleague asked for something.",
  "Thanks for that.",
  "Quick one:",
  "We have a small change to make.",
  "There is one thing left to do.",
  "Here is what I need:",
  "I have been working on this all day.",
  "It is my first project.",
  "Something small:",
  "Listen,",
  "I am not sure this is right.",
  "Let us go on.",
  "You know what?",
  "Nice. Now",
];

const afterwards = [
  ". No hurry.",
  ". It is urgent!",
  ". I need it for work.",
  ". My boss wants to know.",
  ". That is all.",
  ". That would help me a lot.",
  ". I would be grateful.",
  ", cheers",
  ", much appreciated",
  " asap",
  " for now",
  " when you have time",
  " real quick",
  " if you can",
  " - thanks!",
  ". Could you change that?",
  ". Could you do that?",
  ". Is that possible?",
  ". Thank you so much!",
];

const trailing = [
  ", ok?",
  ", okay?",
  ". Can you do that?",
  ". Is that ok?",
  ". Does that work?",
  ". Do you know how?",
  ", would you?",
  ". Is it done?",
  ". Thank you!",
  ". Thanks",
  " - is that fine?",
];

function inChinese({ chance }: Scene, order: string, { given }: Manner): string {
  const before = chance.weighed([
    ["", 56],
    ["请", 16],
    ["帮我", 9],
    ["请帮我", 5],
    ["麻烦你", 4],
    ["你好，", 3],
    ["我想让你", 2],
    ["现在", 2],
    ["能不能", 1],
    ["please ", 1],
    ["劳驾", 1],
    ["我想请你", 1],
    ["我刚下载了这个项目，", 1],
    ["不好意思，", 1],
    ["早上好！", 1],
    ["有空的话", 1],
    ["接下来", 1],
    ["下一步：", 1],
    ["hi，", 1],
    ["可以", 1],
  ]);
  const trimmed = order.trim();
  const question = /哪|什么|多少|几个|吗$/.test(trimmed);
  const asks = question || before === "能不能" || before === "可以";
  if (given) return before + trimmed;
  const politely = question && chance.maybe(0.2);
  return (
    (politely ? chance.pick(["请问", "请问", "请问一下，", "想问一下，", "你知道"]) : before) +
    trimmed +
    chance.pick(
      asks
        ? ["", "？", "？", "，谢谢"]
        : [
            "",
            "",
            "。",
            "",
            "",
            "。",
            "，谢谢",
            "吧",
            "，好吗？",
            "，可以吗？",
            "！",
            "，麻烦了",
            "，不急",
            "，急用",
            "，辛苦了",
            "，拜托了",
            "，行吗？",
            "，thanks",
            " pls",
            "，就这些",
          ],
    )
  );
}

/** What cannot be a word, but the name of a file or of something in it, keeps its first letter. */
function cased(capital: boolean, text: string): string {
  return capital && /^[a-z]+(?:'[a-z]+)?(?:[,.:!?]?\s|[?!]?$)/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}
