/** Words without subject matter: weight 0. Excludes single letters and numbers. */
const functionWords = new Set(
  `a an the of to in on at by for from with without and or but not no nor is are was were be been being am do does did done doing
  have has had having can could will would shall should may might must it its this that these those there here i me my mine we us our
  ours you your yours he him his she her hers they them their theirs who whom whose what which when where why how if then than so as
  too also just only very much many more most some any all each every both few other another such own same up down out off over under
  again once into about before after above below between through during until while because s t d ll re ve m don didn doesn isn aren
  wasn won let lets please want need like get got give make put take go going come yes ok okay hi hello hey oh well now ever never
  user users`.match(/\S+/g) ?? [],
);

/** Words common in requests on any subject: one of them alone is no evidence. */
const generalWords =
  `file files folder directory path line lines text word words page pages code program programme script function
  method class type types value values variable list number numbers data error errors bug issue problem fail fails failure
  test tests check build run start stop open close read write save load add remove delete create new change edit update set reset use
  using work works working fix try look looks see show tell say ask explain describe write rewrite refactor convert translate compare
  find search help good better best nice great fine thanks thank sorry right wrong easy simple quick fast slow big large largest small
  long short first last next old one two three time times day days today tomorrow yesterday week month year thing things way ways part
  parts kind sort case example question answer reason result results output input user project app application system server version
  config option options setting settings default command commands install package module library tool tools return returns call
  called calls object string key note notes message messages loop timeout work task tasks step steps point end start left right
  top bottom set send sent keep kept know think mean means possible available different important high low need turn
  come comes choose chose written people person world support supports based used provide
  provides allow allows implement handle format content current following information process request response a b c d e f g h i j k
  l m n o p q r s t u v w x y z`.match(/\S+/g) ?? [];

/** Where runs of Chinese are split: function words, and openings of requests. The longest match first. */
const cuts =
  `为什么 怎么样 怎么办 是什么 有没有 能不能 可不可以 没问题 一下子 什么时候 多少钱 星期几 怎么 怎样 什么 哪个 哪些 哪里 哪儿 多少 几个 几点
  一下 一个 一些 一条 一首 一篇 一份 一段 这个 那个 这些 那些 这段 这条 这里 那里 这周 这次 帮我 请问 请帮 可以 能否 是否 如何 为何 关于 以及 或者 还是 但是 因为
  所以 如果 然后 就是 我们 你们 他们 她们 自己 谢谢 请 的 了 吗 呢 吧 啊 呀 么 和 与 或 及 而 但 也 都 就 还 又 很 太 更 最 把 被 给 让 我 你 您 他 她 它 这 那 哪 谁
  几 个`.match(/\S+/g) ?? [];

/** General Chinese words, by the same criterion as the English ones. */
const generalSigns =
  `今天 明天 昨天 现在 时候 时间 问题 文件 代码 函数 程序 项目 系统 数据 错误 测试 检查 运行 修改 修复 添加 删除 创建 写一 写个 解释 翻译 返回 使用
  推荐 设置 配置 功能 方法 结果 内容 信息 需要 用户 开始 结束 打开 关闭 查看 看看 告诉 知道 喜欢 东西 原理 天气 空值 版本 更新 安装 生成`.match(
    /\S+/g,
  ) ?? [];

/** Weight of a general word. Chosen on the labelled set; see docs/memory.md. */
export const generalWeight = 0.35;

const stems = new Map<string, string>();

/** A word without English inflection: `branches`, `named`, `running`. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmed(word);
    if (stems.size >= 20_000) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

function stemmed(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = word
    .replace(/ies$/, "y")
    .replace(/(?<=ch|sh|ss|x|z)es$/, "")
    .replace(/(?<=[^su])s$/, "");
  const root = bare.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  return root.length > 3 ? root.replace(/e$/, "") : root;
}

const generalStems = new Set(generalWords.map(stemOf));

/** 0 for a function word, less for a general word, else 1. */
export function wordWeight(word: string): number {
  if (functionWords.has(word)) return 0;
  return generalStems.has(stemOf(word)) ? generalWeight : 1;
}

const cutting = new RegExp([...cuts].sort((one, other) => other.length - one.length).join("|"), "gu");
const general = new Set(generalSigns);

/** The parts of a Chinese run with subject matter, and which characters of each belong only to general words. */
export function contentRuns(run: string): { signs: string[]; general: boolean[] }[] {
  return run
    .split(cutting)
    .map((part) => Array.from(part))
    .filter((signs) => signs.length > 1)
    .map((signs) => {
      const marks = signs.map(() => false);
      for (let at = 0; at + 1 < signs.length; at++)
        if (general.has(`${signs[at]}${signs[at + 1]}`)) marks[at] = marks[at + 1] = true;
      return { signs, general: marks };
    });
}
