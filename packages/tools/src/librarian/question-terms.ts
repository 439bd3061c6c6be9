import { contentRuns, generalWeight, stemOf, wordWeight } from "@kestrel/text";

/** A search term from one word of a question: the prefix to search for, and its weight. */
export type Term = {
  text: string;
  weight: number;
  /** The same in the question's words. */
  also?: string;
  /** Two Chinese characters, rare in code itself. */
  pair?: true;
};

const mostTerms = 14;
/** Endings change more than `stemOf` handles: `configuration` and `config` share this many letters. */
const longestTerm = 8;
const cutTo = 6;
/** Two Chinese characters have half the weight of a word. */
const pairWeight = 0.5;

/**
 * Code words for Chinese terms: the words that file and function names consist of. Other words are searched as they are, in comments
 * and documents.
 */
const fieldWords: ReadonlyMap<string, string> = new Map(
  `会话 session 令牌 token 权限 permission 规则 rule 记忆 memory 内存 memory 缓存 cache 日志 log 配置 config 设置 setting 模板 template 渲染 render
  请求 request 响应 response 路由 route 上下文 context 中间件 middleware 插件 plugin 模块 module 证书 certificate 续期 renew 加密 encrypt 密码 password
  哈希 hash 签名 sign 登录 login 认证 auth 用户 user 数据库 database 查询 query 索引 index 表单 form 上传 upload 下载 download 压缩 compress 轮转 rotat
  迁移 migrat 版本 version 连接 connect 连接池 pool 代理 proxy 转发 forward 重定向 redirect 负载 load 均衡 balanc 健康 health 超时 timeout 重试 retr
  限流 rate 队列 queue 任务 task 调度 schedul 线程 thread 进程 process 信号 signal 错误 error 异常 exception 解析 pars 序列化 serializ 编码 encod 解码 decod
  格式 format 拆分 split 合并 merge 消息 message 通知 notif 事件 event 监听 listen 端口 port 文件 file 目录 director 路径 path 命令 command 参数 argument
  环境变量 environ 测试 test 构建 build 部署 deploy 静态 static 打分 score 评分 score 召回 recall 搜索 search 过滤 filter 排序 sort 沙箱 sandbox 拒绝 deny
  允许 allow 审批 approv 模型 model 窗口 window 工具 tool 频道 channel 邮件 mail 蓝图 blueprint 头 header 占位符 placeholder 统计 metric 翻译 translat`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? ""] as const] : [])),
);
const longestFieldWord = 4;

/** Question words. */
const askingWords = new Set(
  "happen decid pick choos defin locat stor hold liv insid outsid built".split(" "),
);

/** The terms of a question, highest weight first. */
export function questionTerms(question: string): Term[] {
  const terms = new Map<string, Term>();
  const add = (text: string, weight: number, more: Pick<Term, "also" | "pair"> = {}) => {
    if (weight > (terms.get(text)?.weight ?? 0)) terms.set(text, { text, weight, ...more });
  };
  const addWord = (word: string, share: number) => {
    const lower = word.toLowerCase();
    const isShort = lower.length < 2 || (lower.length === 2 && word !== word.toUpperCase());
    const stem = stemOf(lower);
    if (!isShort)
      add(cut(stem), Math.min(wordWeight(lower), askingWords.has(stem) ? generalWeight : 1) * share);
  };
  for (const [met] of question.matchAll(/[A-Za-z_$][\w$]*|\p{Script=Han}+/gu)) {
    if (!/^[\w$]/.test(met)) {
      for (const { signs, general } of contentRuns(met)) {
        for (const [also, meaning] of knownIn(signs.join("")))
          add(meaning, general.every(Boolean) ? generalWeight : 1, also.length > 1 ? { also } : {});
        for (let at = 1; at < signs.length; at++) {
          const share = general[at] && general[at - 1] ? generalWeight : 1;
          add(`${signs[at - 1]}${signs[at]}`, pairWeight * share, { pair: true });
        }
      }
      continue;
    }
    const pieces = met
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .split(/[\s_$]+/)
      .filter(Boolean);
    const isName = pieces.length > 1 && met.length > 3;
    if (isName) add(met.toLowerCase(), 2);
    for (const piece of pieces) addWord(piece, isName ? 0.5 : 1);
  }
  return [...terms.values()]
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostTerms);
}

function cut(stem: string): string {
  return stem.length > longestTerm ? stem.slice(0, cutTo) : stem;
}

/** The meanings of the table's words in a run, longer ones first. */
function knownIn(run: string): [word: string, meaning: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < run.length; at++)
    for (let length = longestFieldWord; length > 0; length--) {
      const word = run.slice(at, at + length);
      const meaning = fieldWords.get(word);
      if (word.length < length || meaning === undefined) continue;
      found.push([word, meaning]);
      at += length - 1;
      break;
    }
  return found;
}
