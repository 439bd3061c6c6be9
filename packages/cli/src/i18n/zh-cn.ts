import type { Translation } from "@kestrel/i18n";
import { chinese as shared } from "@kestrel/i18n/zh-cn";
import type { Sentences, said as saidInEnglish } from "./en.ts";
import { loadout } from "./zh-cn-loadout.ts";
import { machine } from "./zh-cn-machine.ts";
import { mcp } from "./zh-cn-mcp.ts";
import { memory } from "./zh-cn-memory.ts";
import { permissions } from "./zh-cn-permissions.ts";
import { repl } from "./zh-cn-repl.ts";
import { session } from "./zh-cn-session.ts";
import { trust } from "./zh-cn-trust.ts";

const said: Translation<typeof saidInEnglish> = {
  usage: "{problem}\n运行 `kestrel help` 查看用法。",
  "output.unwritable": "输出无法写入：{detail}。",
  "command.unknown": "没有 `{command}` 这个命令。",
  "serve.ready": "Kestrel {version} 已启动：{url}",
  "serve.link":
    "请在浏览器中打开此链接（一刻钟内有效，仅可使用一次）：\n\n  {link}\n\n之后可用 `kestrel open` 获取新链接。",
  "serve.ends": "按 Ctrl-C 停止 Kestrel。",
  "serve.joinedEnds": "运行 `kestrel stop` 停止 Kestrel。",
  "serve.loading": "正在加载模型：已 {seconds} 秒。",
  "daemon.switchAsk": "Kestrel（pid {pid}）正在用 {label} 运行。换成 {named} 吗？[y/N]",
  "daemon.switchWith": "Kestrel（pid {pid}）正在用 {label} 运行。换成 {named} 请运行：`{command}`",
  "daemon.switched": "已换成 {label}，重启后仍然使用。",
  "serve.waiting": "Kestrel 会等待这个服务器，它一响应就使用。也可以在控制台选择别的模型。",
  "serve.joined": "Kestrel 已在运行（pid {pid}）：{url}",
  "serve.stopping": "正在停止：结束对话轮次、工具和引擎。",
  "open.forgotten": "需要重新登录的浏览器：{count} 个。",
  "open.none": "当前用户没有正在运行的 Kestrel。请用 `npm start` 或 `kestrel serve` 启动。",
  "engine.found": "llama-server：{path}（{version}）",
  "engine.origin.configured": "由配置指定",
  "engine.origin.environment": "由 KESTREL_LLAMA_SERVER 指定",
  "engine.origin.path": "在 PATH 中找到",
  "engine.origin.usual-place": "在常见位置找到",
  "engine.origin.kestrel-folder": "由 Kestrel 解包",
  "engine.cpu":
    "此构建只使用处理器计算。如需使用 GPU，请安装或编译相应的 llama.cpp，并把 `llama-server` 放到 PATH 中，或在 {configFile} 中设置 engine.path：你自己的引擎始终优先。",
  "engine.none": "没有找到 llama-server。",
  "engine.fetchable":
    "Kestrel 可以把 Debian 的 llama.cpp 解包到自己的目录，不改动系统：`kestrel engine fetch`。",
  "engine.command": "在本机安装：{command}",
  "engine.fetching": "正在从 Debian 软件包获取 llama.cpp（约 {megabytes} MB）到 {folder}。不会改动系统。",
  "engine.step": "  {step}",
  "serve.loadout": "装载：{name}（{file}）",
  "model.ready": "模型：{label}",
  "model.demonstration": "模型：{label}。装载文件说明它是演示模型：窗口再小也可以，但不要期望太多。",
  "model.standsIn":
    "尚未配置你自己的模型。现在使用的是 {label}，一个非常小的演示模型：它只会使用工具。要做实际工作，请换上真正的 GGUF；`kestrel models` 会列出磁盘上的模型。",
  "model.none":
    "尚未配置模型。请指定一个：`kestrel serve --model /path/to/model.gguf`，或用 --url http://127.0.0.1:1234 连接正在运行的服务器。",
  "notice.workspace_config_ignored": "已忽略⟨ {file}| kestrel.toml⟩：工作区不能配置 Kestrel。",
  "notice.memory_restored": "记忆数据库缺失或损坏，已从快照恢复⟨ {rows} 条⟩。⟨旧文件：{file}。⟩",
  "notice.memory_expired": "已删除⟨ {rows} 条⟩类别为 `conversation` 的记忆：90 天未使用。",
  "notice.memory_plain": "无法加载 SQLite 驱动。记忆保存在普通文件中。",
  "notice.tool_disabled": "⟨工具 `{tool}`|有一个工具⟩已停用：模型服务器无法编译它的参数格式。",
  "notice.data_unwritable": "无法写入⟨ {path}|数据目录⟩⟨（{why}）⟩。会话可以阅读；请腾出空间再继续。",
  "notice.index_unavailable": "无法加载 SQLite⟨（{detail}）⟩；会话列表将直接从日志读取。",
  "notice.unknown_setting":
    "⟨{file}⟩⟨，第 {line} 行⟩：⟨没有设置 `{key}`⟩⟨；你是否想写 `{suggestion}`？|。已忽略。⟩",
  "notice.permission_suggested":
    "装载文件⟨ {file} ⟩建议使用⟨模式 `{mode}`|某个模式⟩，未予采用⟨：当前为 `{inForce}`⟩。如需采用：⟨--mode {mode}|--mode⟩。",
  "notice.settings_changed":
    "此 Kestrel 启动之后设置有改动⟨：{keys}⟩。下次启动才生效：先 `kestrel stop`，再启动。",
  "notice.settings_broken":
    "配置已被改动，现在无法读取⟨：{file}⟩⟨，第 {line} 行⟩⟨：`{key}`⟩。启动时读到的仍然有效；下次启动会失败。`kestrel doctor` 会说明哪里有误。",
  "notice.loadout_missing": "⟨{file}：`{key}`|装载文件⟩指定的⟨ {name} |内容⟩在本机不存在。新会话将不使用它。",
  "run.allowPattern":
    "--allow '{value}' 只表示这些字符本身，星号也一样。要作为模式使用：--allow 'command: {value}'",
  "help.typed": "在这里，`kestrel` 要输入为：{program}",
  help: `kestrel [命令] [选项]

  kestrel                  在当前目录与你的模型对话；有管道输入时等同于 run -
  kestrel run "…"          执行一项任务，答案写到标准输出（- 或管道：从标准输入读取任务）
  kestrel serve            启动守护进程并打印一次性链接
  kestrel start            同上；如有桌面环境则打开浏览器
  kestrel open             为正在运行的守护进程打印新链接
  kestrel stop             结束正在运行的守护进程
  kestrel status           它是否在运行、地址、模型，以及谁在使用
  kestrel restart          结束后台的守护进程并重新启动
  kestrel sessions list    列出会话；search 关键词 查找；还有 show ID、context ID（窗口内容）、cache ID（缓存复用）、rm ID、
                           restore ID（list --deleted：有哪些）、rename ID 标题、pin ID、archive ID
                           （list --archived：有哪些）、tag ID 标签；unpin、unarchive、untag、
                           export ID [--format jsonl|markdown|html] [--out FILE] [--redact [--dry-run]]
                           （供他人阅读）、import FILE（JSONL 导出文件）
  kestrel service          登录时启动守护进程：install、uninstall、status
  kestrel tokens           供其他程序使用的访问令牌：add 名称 [--scope read|full] [--days N]、revoke ID
  kestrel storage          占用的磁盘空间；free [--yes] 删除没有会话引用的内容
  kestrel worktree         独立于你的检出；new 名称 [路径 …]、review、merge、drop、restore 名称
  kestrel undo             撤销会话对文件的更改；--preview 先查看，--redo 重做
  kestrel permissions      现行规则；why '命令'、add allow|ask|deny '规则'、revoke ID
  kestrel trust            使用哪些文件夹的 AGENTS.md 和钩子；show、add、add-hooks、revoke [DIR]
  kestrel init --here      把此项目的会话和规则保存在它自己的 .kestrel/ 中
  kestrel hooks            会话各阶段被询问的钩子；test 名称
  kestrel mcp              MCP 服务器；add 名称 -- 命令、add 文件、test 名称、on、off、login、logout、remove 名称
  kestrel memory           你让 Kestrel 记住的内容；search 关键词、show ID、add 内容 [--here]、
                           edit ID 内容、forget ID、pin ID、unpin ID、accept ID（提议）、stats、
                           export [--out 文件]、import 文件
  kestrel skills           模型在此文件夹可学的技能；show 名称、on 名称、off 名称
  kestrel loadout          装载文件：list、check NAME、build NAME [--out FILE]、diff A B、
                           new NAME [--from NAME]、use NAME|none、show、remove、restore NAME、
                           export NAME [--out FILE]、import FILE；places、forget-place ADDRESS：
                           经你许可发往的地方
  kestrel models [ls]      磁盘上的模型；ps、load ID、unload：正在运行的模型；load URL [名称]：服务器上的模型；
                           estimate ID：所需内存
  kestrel engine           使用哪个 llama-server；fetch 可在 Debian 上获取一个
  kestrel probe            检验模型的能力，结果保存为档案
  kestrel doctor           检查已有和缺少的东西，并给出修复命令
  kestrel logs             Kestrel 内部错误；logs ID 显示给出该 ID 的那一条
  kestrel help

模型（正在运行的守护进程保留它自己的）
  --model FILE      要启动的 GGUF               --url URL         正在运行的服务器
  --url URL --model NAME   服务器上的某个模型
  --loadout FILE    装载文件                    --window N        上下文窗口（token 数）
  --port N          0 表示任选空闲端口          --mode MODE       plan、ask、edits 或 auto
  --accept          接受不属于你的装载文件中的地址和密钥
对话（kestrel、run）
  -C, --folder DIR  工作区（默认为当前目录）    -c, --continue    此处最近的会话
  -r, --resume ID   指定的会话                  --plain           只用普通行，适合屏幕阅读器
  --worktree NAME   在独立的检出中工作
  --temperature N   --top-p N   --top-k N   --min-p N   --repeat-penalty N   --seed N   --max-tokens N
run
  --approve edits   --allow 'COMMAND'           无需询问即可执行的操作；'command: npm test *' 是模式
  -q, --quiet       不显示进度                  --jsonl           逐行输出事件
  --trust           从现在起使用文件夹里的说明（AGENTS.md）
其他
  --yes             memory forget、import、accept，service install：不询问，直接执行
  --here            memory add：只用于此文件夹
  --json            供程序使用：run、status、stop、restart、sessions、memory、tokens、service、undo、permissions、trust、mcp、hooks、
                    skills、loadout、models、engine、probe、doctor、logs
  --session ID --turn N --to N                  undo：哪个会话、哪一轮、退回到哪一轮之前
  -f, --follow      logs：持续显示新的记录      --session ID      logs：只看这个会话
  --dry-run         models load：只显示命令     --no-open         start：不打开浏览器
  --fix             doctor：修复可修复的        --write-loadout FILE   doctor：写下所发现的内容
  --estimate        loadout：不启动模型，只估算                      --out FILE   loadout、sessions export：写到哪里
  --from NAME       loadout new：以它为模板                           --url ADDRESS   mcp add：某个地址上的服务器
  --scope read      tokens add：read 或 full    --days N          tokens add：多少天后过期
  --forget          open：所有浏览器需重新登录  --deleted         sessions list：已删除的会话
  --archived        sessions list：已归档的会话  -h, --help        -v, --version

退出码
  0 完成   1 失败   2 用法错误   3 配置错误：设置、装载文件、端口、文件夹
  4 模型或引擎   5 未获批准   6 达到限制   7 未完成   130 被中断`,
};

/** The terminal in simplified Chinese. */
export const chinese: Translation<Sentences> = {
  ...shared,
  ...said,
  ...session,
  ...repl,
  ...machine,
  ...permissions,
  ...trust,
  ...mcp,
  ...loadout,
  ...memory,
};
