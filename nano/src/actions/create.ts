import { type Action, type Scene, said } from "../scene.ts";
import { bareOrder, listedOrder } from "./given-orders.ts";
import { inMarks, inMarksOrBare, phrase, quoted } from "./phrases.ts";

/** "Create a file that says this": one line in a sentence, two with an "and", or as many as there are behind a colon. */
export function createAction(scene: Scene, path: string, lines: readonly [string, ...string[]]): Action {
  const [order, given] = orderFor(scene, path, lines);
  return {
    skill: "create",
    order,
    given,
    perform: () => {
      const content = `${lines.join("\n")}\n`;
      const before = scene.world.has(path);
      const { text, ok } = scene.world.write(path, content);
      scene.memory.path = path;
      const exchange = { tool: "write", arguments: { path, content }, answer: text, ok };
      const report = ok
        ? said(
            scene,
            before
              ? { en: `Replaced what was in ${path}.`, zh: `已替换 ${path} 的内容。` }
              : { en: `Created ${path}.`, zh: `已创建 ${path}。` },
          )
        : said(scene, {
            en: `${path} exists already, so nothing was changed.`,
            zh: `${path} 已经存在，所以没有改动。`,
          });
      return { exchanges: [exchange], report, says: [path], failed: !ok };
    },
  };
}

/** The order, and whether it ends in a text that is given as it stands. */
function orderFor(scene: Scene, path: string, lines: readonly [string, ...string[]]): [string, boolean] {
  const { chance } = scene;
  const [one, two] = lines;
  const f = quoted(scene, path);
  if (
    lines.length > 2 &&
    lines.length < 6 &&
    lines.every((line) => line.length < 30 && line.trim() === line && line)
  ) {
    const order = chance.maybe(0.4) ? listedOrder(scene, f, lines) : undefined;
    if (order) return order;
  }
  if (two === undefined && chance.maybe(0.3)) {
    const order = bareOrder(scene, f, one);
    if (order) return order;
  }
  if (lines.length > 2 || (two !== undefined && chance.maybe(0.3))) {
    const fenced = chance.maybe(0.3) && !lines.some((line) => line.includes("```"));
    const given = fenced ? `\`\`\`\n${lines.join("\n")}\n\`\`\`` : lines.join("\n");
    return [`${phrase(scene, chance.maybe(0.5) ? ofLines : ofText, { f })}\n${given}`, true];
  }
  if (two !== undefined)
    return [phrase(scene, ofTwo, { f, a: inMarks(scene, one), b: inMarks(scene, two) }), false];
  if (chance.maybe(0.45)) {
    const between = said(scene, { en: " ", zh: chance.pick(["", " "]) });
    // No line of code ends with a full stop: there it is the sentence's.
    const stop = code.test(path) && chance.maybe(0.25) ? said(scene, { en: ".", zh: "。" }) : "";
    return [`${phrase(scene, bare, { f })}${between}${one}${stop}`, true];
  }
  return [phrase(scene, ofOne, { f, a: inMarksOrBare(scene, one) }), false];
}

const code = /\.(?:js|ts|py|sh|css|rs|go|json|toml|yml|html)$/;

/** The line stands behind it as it is, to the end of the message. */
const bare = {
  en: [
    "(create|make|write|add) (a file|the file|a new file|) {f} with the (line|text|content|words):",
    "(create|make|write|add) {f} (containing|that says|with this in it|with this text|with):",
    "(create|make|write) {f}, (content|text|one line|it should say):",
    "(save|put|write) this (to|in|into|as) {f}:",
    "(I need|I want|we need) a (file|new file) (called|named|) {f} (with the text|that says|containing):",
    "(a new file|new file) {f}:",
    "(I'd like|I would like|please make|we want) a (file|new file) (called|named|) {f} (saying|containing|with):",
    "{f} (should|is to|must) (say|contain|be):",
    "(start|set up|open|begin|touch) (a new file|a file|) {f} (with|saying|and write):",
    "(put|write) (a line|this|the text) into (a new|the new) {f}:",
    "(make|create) (me|) (a|) {f} with (just|only|) (this|one line|this line):",
  ],
  zh: [
    "(新建|创建|写|建立|建)(文件|一个文件|一个|个|){f}，(内容是|内容为|写上|里面写|写入|内容)：",
    "(把下面的内容|把这句话|把这行)(写到|存为|保存到|写入){f}：",
    "(新建|创建|create 一个|建){f}，内容：",
    "(新建|创建|写)(一个|)文件{f}，(内容是|里面是)",
    "(新建|创建|建个){f}，(里面写|写上)",
    "(要|我要|需要)(一个|)(新文件|文件|){f}，(内容|写)：",
    "(建好|弄个|加个|来个){f}，(内容|里面写|写)：",
    "{f}(里|)(应该写|要写|写|的内容是)：",
    "(新建|创建|建)(文件|){f}(写上|，写上|写入|，里面写)",
  ],
};

const ofOne = {
  en: [
    "(create|make|add|write) (a file|the file|a new file|) {f} (with|containing|that says|saying|with the text|with the line|with the content|with the words) {a}",
    "create {f} with the (line|text) {a}",
    "make {f} with {a} in it",
    "write {a} (to|into) (the new file|a new file|) {f}",
    "(put|save|store) {a} (in|into|as|to) (a new file|the new file|a file called|) {f}",
    "(I need|I want|there should be) a (new|) file (called|named|) {f} (with|that says|which says|containing) {a}",
    "(create|make|add|start) (a new file|a file) (called|named) {f} (and write|with|and put in) {a}",
    "(new file|a new file) {f} (with|saying|:) {a}( in it|)",
    "(I'd like|I would like) a (file|new file) (called|named|) {f} (with|that says|containing|saying) {a}( in it|)",
    "(start|set up|open|begin|touch) (a new file|a file|) {f} (with|and write|saying) {a}",
    "{f} (should|must|is to) (say|contain) {a}( and does not exist yet|, create it|, it is new)",
    "(jot|write|note) {a} down in a new file {f}",
    "(put|write) {a} in a (new|fresh) file( and|,) (call|name) it {f}",
    "(make|create) (me|) (a|) {f} (that just says|with just|with only|which says) {a}",
    "let there be (a|) {f} with {a}",
    "a file {f} (with|saying) {a}( please|, please|)",
  ],
  zh: [
    "(新建|创建|写|建立|生成)(文件|一个文件|一个|个|){f}，(内容是|内容为|写上|写入|里面写){a}",
    "(把|将){a}(写到|存到|保存到|放进)(新文件|文件|){f}(里|中|)",
    "(新建|创建){f}(并|，然后|，)(写上|写入|填入){a}",
    "(我要|需要)一个(文件|新文件){f}，(内容是|里面写着|写着){a}",
    "(建|弄|加|来)个(文件|新文件|){f}，(内容|里面|)(写|是|写上){a}",
    "{f}(里|)(应该|要|)写{a}，(请|)(新建|创建)(它|一下|)",
    "(能|可以)(新建|创建)(文件|){f}，(内容是|写上){a}吗",
    "(往|在)新文件{f}(里|中)(写|写入|写上){a}",
    "把{a}(记到|写进|存进|放到)(新的|新文件|){f}(里|)",
  ],
};

const ofTwo = {
  en: [
    "(create|make|write) (a file|the file|) {f} with (the lines|two lines:|these two lines:) {a} and {b}",
    "(create|make|write) {f} with {a} (on the first line|as the first line|in the first line|on line 1) and {b} (on the second|as the second|on the second line|on line 2|below it|under it)",
    "(create|make|write|add) (a file|the file|a new file|) {f} with two lines(:|,) {a} and {b}",
    "write {a} and {b}, one on each line, to the new file {f}",
    "(new file|a new file) {f} with (the lines|) {a} and {b}",
    "(I need|I want|I'd like) (a file|) {f} with (two lines,|two lines:|the lines) {a} and {b}",
    "(put|save|write) the (two|) lines {a} and {b} (in|into|to) (a new file|the new file) {f}",
    "(create|make) {f}: {a}, then {b} on the next line",
  ],
  zh: [
    "新建(文件|){f}，第一行(是|写){a}，第二行(是|写){b}",
    "创建{f}，内容是两行：{a}和{b}",
    "(新建|创建|写)(文件|){f}，(内容是|写|写上|)(两行|)(：|){a}，(换行|下一行|然后是|第二行)(是|写|){b}",
    "新建{f}，写两行：{a}，{b}",
    "(建|弄)个{f}，(两行|内容两行)：{a}和{b}",
    "新文件{f}，(写|内容是)两行，{a}和{b}",
  ],
};

const ofLines = {
  en: [
    "(create|make|write) (a file|the file|) {f} with (these lines|the following lines|these lines in it|the lines):",
    "(save|put|write) these lines (to|in|as|into) {f}:",
    "(create|make) {f} from these lines:",
  ],
  zh: [
    "(新建|创建)(文件|){f}，内容是(这几行|下面几行|)：",
    "把(这几行|下面几行|这些行)(写到|存为|保存到){f}：",
  ],
};

const ofText = {
  en: [
    "(create|make|write) (a file|the file|a new file|) {f} with (this|the following|this content|the following content|this text):",
    "(save|put|write|store) (this|the following|this text) (as|to|in|into) {f}:",
    "(create|make) {f}:",
    "(I need|I want) a file {f} (that says|with):",
  ],
  zh: [
    "(新建|创建|写一个|建)(文件|){f}，(内容如下|内容是|内容为|内容)：",
    "把(下面的内容|以下内容|这段文字)(写到|保存到|存为|写入){f}：",
  ],
};
