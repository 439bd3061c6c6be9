import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { type DataPaths, dataPaths, jsonlArchive, prepareFolders, sessionSearch } from "../../src/index.ts";
import { dice } from "../dice.ts";
import { quickFolder } from "../temporary-data.ts";

/** What stands in a session among others, by who said it, and what a person who remembers it types. */
const lookedFor: readonly [keyof typeof bodies, text: string, query: string][] = [
  ["title", "Release checklist for the harbour gateway", "release checklist"],
  ["person", "Why does pytest hang when the fixture opens a socket?", "pytest hang fixture"],
  ["person", "Please rename getUserById to findUser everywhere", "getUserById"],
  ["person", "the build fails with ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED 5432"],
  ["person", "can you explain how the borrow checker sees this closure", '"borrow checker"'],
  ["person", "Convert these invoices from EUR to CHF, please", "invoices chf"],
  ["person", "My cron job runs twice at daylight saving", "cron daylight"],
  ["reply", "You can squash the last three commits with git rebase -i HEAD~3.", "squash commits rebase"],
  ["reply", "The memory leak comes from the listener that is never removed.", "memory leak listener"],
  ["reply", "Use a covering index, so that PostgreSQL needs no heap fetch.", "covering index postgresql"],
  ["reply", "It is a race: the worker reads the file before the rename.", "race worker rename"],
  ["reply", "Zürich is in Europe/Zurich, so the offset is +01:00 in winter.", "zürich offset"],
  ["call", "src/billing/invoice-total.ts", "invoice-total.ts"],
  ["call", "docs/runbooks/failover.md", "runbooks failover"],
  ["call", "tests/test_scheduler.py", "test_scheduler"],
  ["output", "npm ERR! code ERESOLVE could not resolve dependency tree", "ERESOLVE"],
  ["output", "Segmentation fault (core dumped) in libjpeg.so.62", "segmentation libjpeg"],
  ["output", "FAILED tests/api/test_login.py::test_expired_token", "test_expired_token"],
  ["output", "warning: unused variable `retries` in src/http.rs:48", "unused retries"],
  ["output", "Error: Cannot find module './kestrel-theme.css'", "kestrel-theme.css"],
  ["title", "发布检查清单", "检查清单"],
  ["title", "整理季度报表的脚本", "季度报表"],
  ["person", "为什么登录页面在微信里打不开？", "微信 登录"],
  ["person", "帮我把这个函数改成异步的", "异步"],
  ["person", "数据库连接池总是被占满", "连接池"],
  ["person", "请把所有注释翻译成简体中文", "注释 翻译"],
  ["person", "这个正则表达式为什么匹配不到换行", "正则表达式 换行"],
  ["person", "怎么在 Docker 里挂载只读的卷", "docker 只读"],
  ["reply", "内存泄漏来自没有取消的订阅。", "内存泄漏"],
  ["reply", "先备份再迁移，出错时可以回滚。", "备份 回滚"],
  ["reply", "缓存没有命中，因为时间戳写在了提示的开头。", "缓存 时间戳"],
  ["reply", "把超时设为三十秒，然后重试两次。", "超时 重试"],
  ["reply", "翠鸟栖息在河边，以小鱼为食。", "翠鸟"],
  ["reply", "用 useMemo 包住计算就不会重复渲染。", "useMemo 渲染"],
  ["call", "文档/安装指南.md", "安装指南"],
  ["call", "数据/二零二五年销售额.csv", "销售额"],
  ["output", "错误：找不到配置文件 config/生产环境.toml", "生产环境"],
  ["output", "权限不够，无法写入 /var/log/支付.log", "权限 支付"],
  ["output", "第十七行：缺少右括号", "右括号"],
  ["output", "共修改 12 个文件，新增三百二十行", "三百二十行"],
];

const turnId = "t1";
const bodies = {
  title: (title: string): EventBody[] => [{ type: "session.titled", title }],
  person: (text: string): EventBody[] => [{ type: "turn.started", turnId, text }],
  reply: (text: string): EventBody[] => [
    { type: "reply.text", turnId, step: 1, offset: 0, text: text.slice(0, 9) },
    { type: "reply.text", turnId, step: 1, offset: 9, text: text.slice(9) },
    { type: "reply.completed", turnId, step: 1, finish: "stop" },
  ],
  call: (path: string): EventBody[] =>
    [
      ...[
        {
          type: "tool.requested",
          turnId,
          step: 1,
          callId: "c1",
          tool: "read",
          arguments: JSON.stringify({ path }),
        },
      ],
    ] as EventBody[],
  output: (content: string): EventBody[] => [
    { type: "tool.finished", turnId, callId: "c1", outcome: "error", content },
  ],
};

const words = [
  ..."the file test build server error path value index token page list run check line user name".split(" "),
  ..."文件 测试 服务 错误 路径 数据 页面 列表 运行 检查 用户 名称 修改 函数 结果".split(" "),
];

const idOf = (number: number): SessionId => SessionId.parse(`s${String(number).padStart(8, "0")}`);

/** Forty sessions with one thing each that is looked for, in the middle of forty other turns, and sixty with nothing of it. */
async function generated(): Promise<DataPaths> {
  const paths = dataPaths({ KESTREL_DATA_DIR: join(await quickFolder(), "data") });
  await prepareFolders(paths);
  const roll = dice(20_251_128);
  const noise = () => Array.from({ length: 12 }, () => words[roll(words.length)]).join(" ");
  const kinds = ["person", "reply", "output"] as const;
  const turns = (): EventBody[] =>
    Array.from({ length: 20 }, (_, at) => bodies[kinds[at % 3] ?? "person"](noise())).flat();
  for (let number = 0; number < 100; number++) {
    const [kind, text] = lookedFor[number] ?? [];
    const log = await jsonlArchive(paths).create(idOf(number));
    await log.append([...turns(), ...(kind ? bodies[kind](text ?? "") : []), ...turns()]);
    await log.close();
  }
  return paths;
}

/** The driver's native part is optional. */
const works = await import("better-sqlite3").then(
  ({ default: Driver }) => new Driver(":memory:").close() !== undefined,
  () => false,
);

async function misses(paths: DataPaths): Promise<string[]> {
  const search = sessionSearch(paths);
  onTestFinished(() => search.close());
  for (let done = false; !done; ) {
    const { searched, of } = await search.search("file");
    done = searched === of;
  }
  const missed: string[] = [];
  for (const [number, [kind, , query]] of lookedFor.entries()) {
    const { found } = await search.search(query);
    const place = found.findIndex(({ id }) => id === idOf(number));
    const isShown = found[place]?.places.some((one) => one.kind === kind) === true;
    if (place !== 0 || !isShown) missed.push(`${query}: ${place} of ${found.length}`);
  }
  await search.close();
  return missed;
}

it("finds first what a person looks for, in forty queries of which twenty are Chinese", async () => {
  expect(lookedFor).toHaveLength(40);
  expect(lookedFor.filter(([, , query]) => /\p{Script=Han}/u.test(query))).toHaveLength(20);
  const paths = await generated();
  expect(await misses(paths)).toEqual([]);
  if (!works) return;
  // An index that was damaged is made again, and has lost none of them.
  const file = join(paths.data, "search.db");
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0x5a, 100, bytes.length));
  expect(await misses(paths)).toEqual([]);
});
