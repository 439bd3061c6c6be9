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

const welcome = { en: "You are welcome.", zh: "不客气。" };
const next = { en: "Good. What next?", zh: "好。接下来做什么？" };
const farewell = { en: "Goodbye.", zh: "再见。" };

/** Words that want no more than one back, which, and how often they are said. */
const small: readonly (readonly [{ en: string; zh: string }, { en: string; zh: string }, number])[] = [
  [
    {
      en: "thanks|thank you|thx|ty|cheers|thanks a lot|thank you very much|many thanks|thanks so much|thank you so much|great, thanks|ok thanks|ok, thank you|perfect, thank you|nice, thanks|cool, thx|thanks, that is all|thanks for your help|much appreciated",
      zh: "谢谢|谢谢你|多谢|谢了|感谢|非常感谢|太感谢了|好的，谢谢|谢谢，辛苦了|thanks|thx|太好了，谢谢",
    },
    welcome,
    5,
  ],
  [
    {
      en: "ok|okay|great|good|nice|cool|perfect|well done|good job|nice work|very good|excellent|awesome|super|fine|alright|got it|that works|looks good|yes|i see|understood|wow|all good|good work|ok good|k",
      zh: "好的|好|很好|不错|太好了|太棒了|真棒|可以|行|明白了|知道了|嗯|干得好|做得好|厉害|收到|ok|没问题",
    },
    next,
    4,
  ],
  [
    {
      en: "bye|goodbye|bye bye|see you|see you later|good night|that is all for today|bye, thanks",
      zh: "再见|拜拜|回头见|晚安|下次见|bye|我先走了",
    },
    farewell,
    2,
  ],
];

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

/** "Hello", "who are you?", "thanks"; the last mostly where something was done. */
export function greetTurn(scene: Scene, later = false): Turn {
  const { chance } = scene;
  if (chance.maybe(later ? 0.75 : 0.3)) return thankTurn(scene);
  return talk(scene, "greet", chance.pick(said(scene, greetings)), said(scene, introduction), [
    "kestrel-nano",
  ]);
}

/** "Great, thanks!" in every casing. */
function thankTurn(scene: Scene): Turn {
  const { chance } = scene;
  const [words, answer] = chance.weighed<(typeof small)[number]>(small.map((one) => [one, one[2]]));
  const plain = chance.pick(said(scene, words).split("|"));
  const marks = said(scene, { en: ["", "", "!", ".", "!!", " :)"], zh: ["", "", "！", "。", "~", "！！"] });
  const written = chance.maybe(0.08) ? plain.toUpperCase() : plain;
  return talk(scene, "greet", written, said(scene, answer), [], marks);
}

/** Something that takes more than the tools. */
export function unableTurn(scene: Scene): Turn {
  return talk(scene, "unable", wish(scene), said(scene, cannot), ["kestrel-nano"]);
}

/** What is only said back, without a call. */
export function talk(
  scene: Scene,
  skill: string,
  user: string,
  text: string,
  says: readonly string[],
  marks: readonly string[] = said(scene, { en: ["", "", "!", ".", "?"], zh: ["", "", "！", "。", "？"] }),
): Turn {
  const { chance } = scene;
  const cased = chance.maybe(0.6) ? user.charAt(0).toUpperCase() + user.slice(1) : user;
  const whole = /[?？!.。]$/.test(cased) ? cased : cased + chance.pick(marks);
  return { skill, user: whole, parts: [{ kind: "words", text }], says };
}
