import { type Scene, said } from "../scene.ts";
import type { Turn } from "./turn.ts";
import { wish } from "./wishes.ts";

const introduction = {
  en: "I am kestrel-nano, a very small model. I know only how to use the tools: I list, read, search, edit and create files, and run commands. Bring a GGUF of your own for real work.",
  zh: "我是 kestrel-nano，一个很小的模型。我只会使用工具：列出、读取、搜索、修改和创建文件，运行命令。真正的工作请换上自己的 GGUF 模型。",
};

/** In one sentence, with the way to more; nothing is guessed. */
const cannot = {
  en: "I cannot do that: I am kestrel-nano, I only list, read, search, edit and create files and run commands, and for more you need a GGUF of your own (kestrel models lists those on this disk).",
  zh: "这个我不会：我是 kestrel-nano，只会列出、读取、搜索、修改和创建文件以及运行命令，别的请换上自己的 GGUF 模型（kestrel models 会列出这台机器上的）。",
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
  return talk(scene, "unable", wish(scene), said(scene, cannot), ["kestrel-nano"]);
}

function talk(scene: Scene, skill: string, user: string, text: string, says: readonly string[]): Turn {
  const { chance } = scene;
  const marks = said(scene, { en: ["", "", "!", ".", "?"], zh: ["", "", "！", "。", "？"] });
  const cased = chance.maybe(0.6) ? user.charAt(0).toUpperCase() + user.slice(1) : user;
  const whole = /[?？!.。]$/.test(cased) ? cased : cased + chance.pick(marks);
  return { skill, user: whole, parts: [{ kind: "words", text }], says };
}
