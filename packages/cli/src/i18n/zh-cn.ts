import type { ErrorCode } from "@kestrel/protocol";
import { prefixed, type Sentences } from "./en.ts";
import { conversation } from "./zh-cn-conversation.ts";
import { machine } from "./zh-cn-machine.ts";
import { repl } from "./zh-cn-repl.ts";

type Said = Omit<
  Sentences,
  `error.${ErrorCode}` | keyof typeof conversation | keyof typeof repl | keyof typeof machine
>;

const said: Said = {
  usage: "{problem}\n运行 `kestrel help` 查看用法。",
  "command.unknown": "没有 `{command}` 这个命令。",
  "serve.ready": "Kestrel {version} 已启动：{url}",
  "serve.link":
    "请在浏览器中打开此链接（一分钟内有效，仅可使用一次）：\n\n  {link}\n\n之后可用 `kestrel open` 获取新链接。按 Ctrl-C 停止 Kestrel。",
  "serve.joined": "Kestrel 已在运行（pid {pid}）：{url}",
  "serve.stopping": "正在停止：结束对话轮次、工具和引擎。",
  "open.none": "当前用户没有正在运行的 Kestrel。请用 `npm start` 或 `kestrel serve` 启动。",
  "engine.found": "llama-server：{path}（{version}）",
  "engine.origin.configured": "由配置指定",
  "engine.origin.environment": "由 KESTREL_LLAMA_SERVER 指定",
  "engine.origin.path": "在 PATH 中找到",
  "engine.origin.usual-place": "在常见位置找到",
  "engine.origin.kestrel-folder": "由 Kestrel 解包",
  "engine.cpu":
    "此构建只使用处理器计算。如需使用 GPU，请安装或编译相应的 llama.cpp，并把 `llama-server` 放到 PATH 中，或在 {configFile} 中设置 engine.path：您自己的引擎始终优先。",
  "engine.none": "没有找到 llama-server。",
  "engine.fetchable":
    "Kestrel 可以把 Debian 的 llama.cpp 解包到自己的目录，不改动系统：`kestrel engine fetch`。",
  "engine.command": "在本机安装：{command}",
  "engine.fetching": "正在从 Debian 软件包获取 llama.cpp（约 {megabytes} MB）到 {folder}。不会改动系统。",
  "engine.step": "  {step}",
  "model.ready": "模型：{label}",
  "model.demo":
    "尚未配置模型。现在使用的是脚本测试模型：它只会播放写好的回复，没有任何知识。输入 [[tour]] 可以体验完整流程；真正使用时请换上自己的 GGUF。",
  "model.none":
    "尚未配置模型。请指定一个：`kestrel serve --model /path/to/model.gguf`，或用 --url http://127.0.0.1:1234 连接正在运行的服务器。",
  "notice.workspace_config_ignored": "已忽略 {path}：工作区不能配置 Kestrel。",
  "notice.index_unavailable": "无法加载 SQLite（{detail}）；会话列表将直接从日志读取。",
  "notice.unknown_setting": "{file}：未知设置 `{key}`；您是否想写 `{suggestion}`？",
  help: `kestrel [命令] [选项]

  kestrel                  在当前目录与您的模型对话
  kestrel run "…"          执行一项任务，答案写到标准输出（- 或管道：从标准输入读取任务）
  kestrel serve            启动守护进程并打印一次性链接
  kestrel start            同上；如有桌面环境则打开浏览器
  kestrel open             为正在运行的守护进程打印新链接
  kestrel sessions         列出会话
  kestrel engine [fetch]   使用哪个 llama-server；在 Debian 上获取一个
  kestrel models [ps|load ID|unload|estimate ID]   磁盘上的模型及其所需内存
  kestrel probe            检验模型的能力，结果保存为档案
  kestrel doctor [--fix]   检查已有和缺少的东西，并给出修复命令

选项
  --model FILE   要启动的 GGUF            --url URL      正在运行的服务器
  --loadout FILE 装载文件                 --window N     上下文窗口（token 数）
  --port N       0 表示任选空闲端口       -C, --folder   工作区（默认为当前目录）
  --mode plan|ask                         --json, --jsonl
  -c, --continue 继续此处最近的会话       -r, --resume ID
  --approve edits  --allow 'COMMAND'      \`run\` 无需询问即可执行的操作
  -q, --quiet    不显示进度               --plain        只用普通行，适合屏幕阅读器
  -h, --help     -v, --version

退出码
  0 完成   1 失败   2 用法错误   3 配置错误   4 模型或引擎
  5 未获批准   6 达到限制   130 被中断`,
};

const errors: Record<ErrorCode, string> = {
  unauthorized: "守护进程不认识这个令牌。请停止后重新启动。",
  bad_host: "守护进程拒绝了所用的主机名。",
  bad_origin: "守护进程拒绝了外部页面。",
  bad_fetch_site: "守护进程拒绝了来自其他站点的请求。",
  bad_target: "守护进程无法理解该地址。",
  json_only: "守护进程只接受 JSON。",
  code_invalid: "此链接已被使用、已过期或有误。`kestrel open` 会打印新链接。",
  too_many_attempts: "错误次数过多。请等一分钟，再运行 `kestrel open`。",
  too_many_clients: "连接的浏览器和终端过多，请关闭一些。",
  invalid_request: "请求不符合要求：{where} {problem}",
  too_large: "请求过大。",
  not_found: "未找到。",
  session_not_found: "没有会话 {sessionId}。`kestrel sessions` 可列出会话。",
  session_busy: "此会话正在进行一轮对话。请等待或停止它。",
  no_open_turn: "此会话中没有正在运行的内容。",
  approval_not_found: "没有等待该批准的请求。",
  approval_stale: "该问题已得到答复，或针对的是其他参数。",
  workspace_invalid: "{path} 不能作为工作区（{reason}）。请给出已存在目录的完整路径。",
  config_invalid: "{file}：`{key}` 有误：{expected}。请改正后重新启动。",
  loadout_invalid: "{file}：`{key}` 有误：{expected}。请改正后重新启动。",
  data_folder_unsafe: "{path} 不可信（{why}）。它必须属于您且对他人关闭：chmod 700。",
  daemon_running: "Kestrel 已在运行（pid {pid}）：{url}。",
  log_unwritable: "无法写入会话日志。磁盘是否已满？",
  log_damaged: "会话日志已损坏。",
  engine_not_found: "没有找到 llama-server。`kestrel engine` 会说明如何获取。",
  engine_start_failed: "引擎没有启动：{reason}",
  engine_not_ready: "引擎尚未就绪。",
  engine_died: "引擎意外终止。",
  engine_fetch_failed: "无法获取引擎：{reason}",
  model_file_invalid: "无法加载 {path}：{reason}。请指定完整的 GGUF 文件。",
  port_in_use: "端口 {port} 已被占用。请用 --port 选择其他端口，或用 --port 0 任选空闲端口。",
  no_model: "尚未配置模型。`kestrel doctor` 会显示本机已有的内容。",
  context_overflow: "请求超出了模型的窗口。",
  model_not_found: "服务器不认识这个模型。",
  auth: "模型服务器需要密钥，或密钥不对。",
  busy: "模型服务器正忙。",
  template: "模型的对话模板拒绝了这段对话。",
  tool_parse: "服务器无法解析模型写出的内容。",
  grammar: "服务器拒绝了某个工具的模式。",
  unreachable: "模型的地址没有响应。服务器在运行吗？",
  timeout: "模型服务器沉默过久。",
  unknown: "模型服务器出错：{detail}",
  context_full: "上下文窗口已满。",
  internal: "Kestrel 内部发生了意外。",
};

/** The terminal in simplified Chinese. */
export const chinese = { ...said, ...conversation, ...repl, ...machine, ...prefixed(errors) } as Sentences;
