import { type Scene, said } from "../scene.ts";
import type { Turn } from "./turn.ts";

const introduction = {
  en: "I am kestrel-nano, a very small model. I know only how to use the tools: I list, read, search, edit and create files, and run commands. Bring a real GGUF for real work.",
  zh: "我是 kestrel-nano，一个很小的模型。我只会使用工具：列出、读取、搜索、修改和创建文件，运行命令。真正的工作请换上自己的 GGUF 模型。",
};

const cannot = {
  en: "I cannot do that: I am kestrel-nano, and I know only how to use the tools. Ask me to list, read, search, edit or create files, or to run a command.",
  zh: "这个我不会：我是 kestrel-nano，只会使用工具。可以让我列出、读取、搜索、修改或创建文件，或者运行命令。",
};

const small = {
  en: [
    ["thanks", "You are welcome."],
    ["thank you", "You are welcome."],
    ["thank you very much", "You are welcome."],
    ["ok", "Good. What next?"],
    ["great", "Good. What next?"],
    ["good", "Good. What next?"],
    ["nice", "Good. What next?"],
    ["well done", "Good. What next?"],
    ["bye", "Goodbye."],
    ["goodbye", "Goodbye."],
  ],
  zh: [
    ["谢谢", "不客气。"],
    ["多谢", "不客气。"],
    ["好的", "好。接下来做什么？"],
    ["很好", "好。接下来做什么？"],
    ["再见", "再见。"],
  ],
} as const;

const greetings = {
  en: [
    "hi",
    "hello",
    "hey",
    "hello there",
    "hi there",
    "good morning",
    "good evening",
    "who are you",
    "what are you",
    "what can you do",
    "what do you know",
    "help",
    "how does this work",
    "which model are you",
    "what is your name",
    "introduce yourself",
  ],
  zh: [
    "你好",
    "您好",
    "嗨",
    "你是谁",
    "你会做什么",
    "你能做什么",
    "帮助",
    "你是什么模型",
    "介绍一下自己",
    "你叫什么名字",
  ],
};

/** "Hello", "who are you?", "thanks". */
export function greetTurn(scene: Scene): Turn {
  const { chance } = scene;
  if (chance.maybe(0.3)) {
    const [user, text] = chance.pick<readonly [string, string]>(
      said<readonly (readonly [string, string])[]>(scene, small),
    );
    return talk(scene, "greet", user, text, []);
  }
  return talk(scene, "greet", chance.pick(said(scene, greetings)), said(scene, introduction), [
    "kestrel-nano",
  ]);
}

/** Something that takes more than the tools. */
export function unableTurn(scene: Scene): Turn {
  const { chance, names } = scene;
  const subject = chance.maybe(0.6) ? names.word() : names.identifier();
  const path = names.path();
  const fill = (text: string) => text.replaceAll("{w}", subject).replaceAll("{f}", path);
  const user = fill(chance.pick(said(scene, wishes)));
  return talk(scene, "unable", user, said(scene, cannot), ["kestrel-nano"]);
}

function talk(scene: Scene, skill: string, user: string, text: string, says: readonly string[]): Turn {
  const { chance } = scene;
  const marks = said(scene, { en: ["", "", "!", ".", "?"], zh: ["", "", "！", "。", "？"] });
  const cased = chance.maybe(0.6) ? user.charAt(0).toUpperCase() + user.slice(1) : user;
  const whole = /[?？!.。]$/.test(cased) ? cased : cased + chance.pick(marks);
  return { skill, user: whole, parts: [{ kind: "words", text }], says };
}

const wishes = {
  en: [
    "write a poem about {w}",
    "write me a story about {w}",
    "tell me a joke",
    "tell me a joke about {w}",
    "what is the weather today",
    "what is the weather in {w}",
    "what is the capital of {w}",
    "who was {w}",
    "how old is {w}",
    "what is the meaning of {w}",
    "explain {w} to me",
    "explain how {w} works",
    "explain {f}",
    "fix the bug",
    "fix the bug in {f}",
    "fix {f}",
    "refactor {f}",
    "refactor the code",
    "make {f} faster",
    "write a test for {w}",
    "write tests for {f}",
    "add a feature for {w}",
    "implement {w}",
    "write a function that sorts {w}",
    "write a program that counts {w}",
    "write a website about {w}",
    "translate {w} into French",
    "translate {f} to German",
    "summarise {f}",
    "review {f}",
    "review my code",
    "what is 12 times 7",
    "what is 5 + 3",
    "calculate {w}",
    "solve this equation",
    "send an email to {w}",
    "call {w}",
    "order {w} for me",
    "book a flight to {w}",
    "play {w}",
    "sing a song about {w}",
    "draw {w}",
    "what do you think of {w}",
    "do you like {w}",
    "why is the sky blue",
    "what time is it in {w}",
    "how do I learn {w}",
    "give me advice about {w}",
    "design a logo for {w}",
    "optimise {f}",
    "improve {f}",
    "document {f}",
    "deploy {w}",
  ],
  zh: [
    "写一首关于{w}的诗",
    "讲个笑话",
    "讲一个故事",
    "今天天气怎么样",
    "{w} 是什么意思",
    "解释一下 {w}",
    "解释 {f}",
    "修复 {f} 里的错误",
    "修一下这个错误",
    "重构 {f}",
    "给 {f} 写测试",
    "把 {f} 翻译成英文",
    "翻译 {w}",
    "总结 {f}",
    "12 乘以 7 是多少",
    "唱首歌",
    "画一张图",
    "你觉得 {w} 怎么样",
    "帮我订机票",
    "发邮件给 {w}",
    "优化 {f}",
    "写一个程序",
    "实现 {w}",
  ],
};
