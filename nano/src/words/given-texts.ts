import type { Chance } from "../chance.ts";
import type { Names } from "./names.ts";

type Source = { chance: Chance; names: Names; chinese: boolean };

/** A line as people give one: the marks in it belong to it and end nothing. */
export function markedLine({ chance, names, chinese }: Source): string {
  const word = names.word;
  const some = () => someWords(chance, names);
  const name = () => capital(word());
  if (chinese && chance.maybe(0.6)) return chineseMarked(chance, names);
  return chance.weighed<() => string>([
    [() => `${name()}'s ${some()}`, 4],
    [() => `${some()} ${chance.pick(shortened)} ${some()}`, 4],
    [() => `"${some()}"`, 2],
    [() => `${some()} "${some()}" ${some()}`, 3],
    [() => `${some()} '${some()}' ${some()}`, 1],
    [() => `${some()} “${some()}”`, 1],
    [() => `${capital(some())}${chance.pick(["?", "!", "!", "?!", "...", ":", ";"])}`, 4],
    [() => `${capital(some())}${chance.pick(["? ", "! ", ": ", "; ", " - ", ". "])}${capital(some())}`, 4],
    [() => `${capital(some())}, ${some()}${chance.pick(["!", "?", "."])}`, 3],
    [() => `# ${capital(some())}`, 1],
    [() => `${some()} #${chance.whole(1, 99)}`, 1],
    [() => `${some()} (${some()})`, 2],
    [() => `[${chance.pick([" ", "x"])}] ${some()}`, 1],
    [() => `${word()} = "${some()}"`, 2],
    [
      () => `${word()}: ${chance.pick(["'", '"'])}`.replace(/(['"])$/, (mark) => `${mark}${some()}${mark}`),
      1,
    ],
    [
      () =>
        `https://${word()}.${chance.pick(["org", "com", "io"])}/${word()}?${word()}=${chance.whole(1, 99)}`,
      2,
    ],
    [() => `${word()}@${word()}.${chance.pick(["org", "com", "net"])}`, 1],
    [() => `${chance.pick(["/", "~/", "./", "C:\\"])}${word()}/${word()}.${word()}`, 1],
    [() => `${some()} ${date(chance)}`, 2],
    [() => `${some()} ${chance.pick(["$", "€"])}${chance.whole(1, 99)}.${chance.whole(10, 99)}`, 1],
    [() => `${chance.whole(1, 100)}% ${some()} & ${word()}`, 1],
    [() => `${some()} ${chance.pick(["🎉", "✅", "🚀", "☕", "👍"])}`, 1],
  ])();
}

/** Words of a line that no mark stands in: it may stand bare in a sentence. */
function bareWords(chance: Chance, names: Names): string {
  return Array.from({ length: chance.whole(2, 5) }, () =>
    chance.maybe(0.35) ? chance.pick(everyday) : names.word(),
  ).join(" ");
}

/** What a new file is to say: mostly one line with marks in it, at times some bare words or a short list. */
export function givenLines(source: Source): [string, ...string[]] {
  const { chance, names } = source;
  const bare = () =>
    source.chinese && chance.maybe(0.6) ? chance.pick(chinesePieces) : bareWords(chance, names);
  const line = chance.weighed([
    [() => markedLine(source), 60],
    [bare, 40],
  ]);
  const count = chance.weighed([
    [1, 62],
    [2, 12],
    [3, 14],
    [4, 8],
    [5, 4],
  ]);
  const short = () => (chance.maybe(0.5) ? names.word() : bare());
  const make = count > 2 && chance.maybe(0.5) ? short : line;
  const [first, ...more] = [make(), ...Array.from({ length: count - 1 }, make)];
  return [first ?? names.word(), ...more];
}

const someWords = (chance: Chance, names: Names) =>
  Array.from({ length: chance.whole(1, 3) }, () =>
    chance.maybe(0.4) ? chance.pick(everyday) : names.word(),
  ).join(" ");

function chineseMarked(chance: Chance, names: Names): string {
  const one = () => chance.pick(chinesePieces);
  return chance.weighed<() => string>([
    [() => `${one()}${chance.pick(["！", "？", "。", "；", "……"])}`, 4],
    [() => `${one()}，${one()}${chance.pick(["", "！", "。", "？"])}`, 4],
    [() => `${one()}：“${one()}”`, 2],
    [() => `「${one()}」${one()}`, 2],
    [() => `“${one()}”`, 2],
    [() => `《${one()}》${one()}`, 1],
    [() => `${one()}（${one()}）`, 1],
    [() => `${one()} ${one()}`, 2],
    [() => `${one()}: "${names.word()}"`, 1],
    [() => `${one()}${chance.whole(1, 12)}月${chance.whole(1, 28)}日`, 1],
    [() => `${one()}${chance.whole(1, 99)}元、${one()}${chance.whole(1, 99)}元`, 1],
  ])();
}

const date = (chance: Chance) =>
  chance.pick([
    `${chance.whole(2020, 2030)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
    `${chance.whole(1, 28)}.${chance.whole(1, 12)}.`,
    `${chance.whole(1, 12)}/${chance.whole(1, 28)}/${chance.whole(2020, 2030)}`,
    `${chance.whole(1, 23)}:${chance.whole(10, 59)}`,
  ]);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const shortened = "don't can't won't isn't it's that's what's let's we're I'm they'll we've".split(" ");

const everyday =
  "buy milk call bread meet forget tomorrow hello world good morning first idea please monday water friend pay rent book send letter garden coffee list home big new old blue".split(
    " ",
  );

const chinesePieces =
  "你好 今天 很好 买牛奶 打电话 明天见 开会 下雨了 早上好 谢谢 别忘了 我的书 新年快乐 写作业 看医生 交房租 咖啡 天气不错 小猫 朋友".split(
    " ",
  );
