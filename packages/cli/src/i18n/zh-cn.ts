import type { Translation } from "@kestrel/i18n";
import { chinese as shared } from "@kestrel/i18n/zh-cn";
import type { Sentences, said as saidInEnglish } from "./en.ts";
import { channels } from "./zh-cn-channels.ts";
import { editors } from "./zh-cn-editors.ts";
import { loadout } from "./zh-cn-loadout.ts";
import { machine } from "./zh-cn-machine.ts";
import { mcp } from "./zh-cn-mcp.ts";
import { memory } from "./zh-cn-memory.ts";
import { permissions } from "./zh-cn-permissions.ts";
import { repl } from "./zh-cn-repl.ts";
import { session } from "./zh-cn-session.ts";
import { trust } from "./zh-cn-trust.ts";

const said: Translation<typeof saidInEnglish> = {
  usage: "{problem}\n运行 `kestrel help⟨ {about}⟩` 查看示例。",
  "output.unwritable": "无法写入输出：{detail}。",
  "command.unknown":
    "没有 `{command}` 这个命令。⟨你是想用 `{suggestion}` 吗？⟩要把它作为消息发送：`kestrel -- {command}`。",
  "command.unknownVerb": "`{command}` 没有 `{verb}`。⟨你是想用 `{suggestion}` 吗？⟩可用：{verbs}。",
  "usage.lacking": "`{command}` 缺少 {word}。",
  "usage.tooMany": "`{command}` 不接受 `{word}`。",
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
    "此构建只使用处理器计算。如需使用 GPU，请安装或编译相应的 llama.cpp，并把 `llama-server` 放到 PATH 中，或在 {configFile} 中设置 engine.path，它会优先使用。",
  "engine.vulkan":
    "Debian 带 Vulkan 的构建还能使用已安装 Vulkan 驱动的图形处理器：`kestrel engine fetch --vulkan`。",
  "engine.withVulkan": "包含 Vulkan 后端⟨，用于 {graphics} 图形处理器⟩。",
  "engine.none": "没有找到 llama-server。",
  "engine.fetchable":
    "Kestrel 可以把 Debian 的 llama.cpp 解包到自己的目录，不改动系统：`kestrel engine fetch`。",
  "engine.command": "在本机安装：{command}",
  "engine.fetching": "正在从 Debian 软件包获取 llama.cpp（约 {megabytes} MB）到 {folder}。不会改动系统。",
  "engine.step": "  {step}",
  "serve.loadout": "装载：{name}（{file}）",
  "model.ready": "模型：{label}",
  "model.demonstration": "模型：{label}。方案说明它是演示模型：窗口再小也可以，但不要期望太多。",
  "model.standsIn": "还没有你自己的模型：由演示模型 {label} 回答。见 `kestrel models`",
  "model.none":
    "尚未配置模型。请指定一个：`kestrel serve --model /path/to/model.gguf`，或用 --url http://127.0.0.1:1234 连接正在运行的服务器。",
  "notice.workspace_config_ignored": "已忽略⟨ {file}| kestrel.toml⟩：工作区不能配置 Kestrel。",
  "notice.schedule_over": "⟨定时任务 {name} |有定时任务⟩已运行⟨。回答：`kestrel --resume {session}`⟩。",
  "notice.schedule_cut":
    "⟨定时任务 {name} |有定时任务⟩运行一小时后被停止⟨。已完成的部分：`kestrel --resume {session}`⟩。",
  "notice.schedule_wrong":
    "设置中的定时任务⟨ {name} ⟩无效，因此不会运行。需要 name、folder、prompt，以及 at 或 every。",
  "notice.language_server_silent":
    "⟨{language} 的|有⟩语言服务器⟨在 {folder} 中⟩连续三次没有应答。下次启动前 Kestrel 不再等待它：`kestrel restart`。",
  "notice.loop_over": "⟨循环 {id} |有循环⟩已结束或需要你⟨：`kestrel loop show {id}`⟩。",
  "notice.memory_restored": "记忆数据库缺失或损坏，已从快照恢复⟨ {rows} 条⟩。⟨旧文件：{file}。⟩",
  "notice.memory_expired": "已删除⟨ {rows} 条⟩类别为 `conversation` 的记忆：90 天未使用。",
  "notice.model_asked":
    "空闲时已测试⟨ {model} |模型⟩如何调用工具⟨：`{calls}`⟩。模型下次启动后生效。用 `kestrel probe` 查看。",
  "notice.tool_disabled": "⟨工具 `{tool}`|有一个工具⟩已停用：模型服务器无法编译它的参数格式。",
  "notice.data_unwritable": "无法写入⟨ {path}|数据目录⟩⟨（{why}）⟩。会话可以阅读；请腾出空间再继续。",
  "notice.index_unavailable": "无法加载 SQLite⟨（{detail}）⟩；会话列表将直接从日志读取。",
  "notice.unknown_setting":
    "⟨{file}⟩⟨，第 {line} 行⟩：⟨没有设置 `{key}`⟩⟨；你是否想写 `{suggestion}`？|。已忽略。⟩",
  "notice.permission_suggested":
    "方案⟨ {file} ⟩建议使用⟨模式 `{mode}`|某个模式⟩，未予采用⟨：当前为 `{inForce}`⟩。如需采用：⟨--mode {mode}|--mode⟩。",
  "notice.settings_changed":
    "此 Kestrel 启动之后设置有改动⟨：{keys}⟩。下次启动才生效：先 `kestrel stop`，再启动。",
  "notice.settings_broken":
    "配置已被改动，现在无法读取⟨：{file}⟩⟨，第 {line} 行⟩⟨：`{key}`⟩。启动时读到的仍然有效；下次启动会失败。`kestrel doctor` 会说明哪里有误。",
  "notice.remote_unavailable":
    "其他设备无法访问 Kestrel⟨（{listen}）⟩⟨：{why}⟩。本机不受影响。请更正 `remote.listen` 或证书，然后重新启动。",
  "notice.loadout_missing": "⟨{file}：`{key}`|方案⟩指定的⟨ {name} |内容⟩在本机不存在。新会话将不使用它。",
  "config.unknown": "没有设置 `{key}`。⟨你是想用 `{suggestion}` 吗？⟩`kestrel config list` 可列出全部。",
  "config.changed": "已修改 {file} 中的 {key}。",
  "config.takes.now": "立即生效。",
  "config.takes.session": "下个会话生效。",
  "config.takes.restart": "重启后生效：kestrel restart",
  "config.takes.start": "Kestrel 下次启动时生效。",
  "config.overruled": "{key} 仍为 {value}：由 {where} 设置。",
  "config.refused":
    "未修改 `{key}`：它须为⟨{expected}|其他值⟩⟨，而不是 {got}⟩。请用符合要求的值重新运行 `kestrel config set {key} VALUE`。",
  "update.check": "Kestrel 不会自行更新。`kestrel update --check` 可检查是否有新版本。",
  "update.same": "Kestrel {version} 已是最新版本。",
  "update.newer": "Kestrel {latest} 已发布；当前为 {version}。安装：`{install}`。",
  "update.older": "当前 Kestrel {version} 比已发布的最新版本 {latest} 更新。",
  "update.offline":
    "{registry} 没有响应⟨（状态码 {status}）⟩。请检查网络或设置 `update.registry`，然后重试。",
  "update.unknown":
    "{registry} 上没有 Kestrel 的版本。换用其他源：`kestrel config set update.registry URL`。",
  "run.limit": "已停止：达到 {flag} {value}。会话已保存。",
  "run.badSchema": "{file} 不是可用的 JSON Schema：{why}",
  "run.misfit": "回答不符合 {file}：{why}。会话已保存。",
  "run.allowPattern":
    "--allow '{value}' 只表示这些字符本身，星号也一样。要作为模式使用：--allow 'command: {value}'",
  "help.typed": "在这里，`kestrel` 要输入为：{program}",
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
  ...channels,
  ...mcp,
  ...editors,
  ...loadout,
  ...memory,
};
