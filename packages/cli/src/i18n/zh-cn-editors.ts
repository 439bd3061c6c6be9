import type { Translation } from "@kestrel/i18n";
import type { editors as english } from "./en-editors.ts";

export const editors = {
  "acp.allow": "允许一次",
  "acp.deny": "拒绝",
  "acp.hint": "用途",
  "acp.waits": "有一个调用需要你批准，而这个编辑器无法询问。它在控制台中等待：`kestrel open`。",
  "acp.servers": "不使用编辑器的 MCP 服务器：{names}。要在 Kestrel 中使用，请运行 `kestrel mcp add`。",
  "acp.block": "Kestrel 不支持消息中的这一部分：{type}。请发送文本、文件或图片。",
  "acp.mode": "没有模式 `{mode}`。可用的模式：plan、ask、edits 和 auto。",
  "mcpServe.waits":
    "{call} 在等待这台机器前的人批准：在控制台（`kestrel open`）或终端中。目前还没有决定。稍后用 status 查询：{session}。",
  "mcpServe.works": "仍在进行。稍后用 status 查询：{session}。",
  "mcpServe.nothing": "没有回答。",
  "mcpServe.stopped": "已停止 {session} 的当前轮次。",
  "mcpServe.outside":
    "文件夹 {path} 不在 {folder} 之内，而此服务器是在那里启动的。要允许它，请在包含它的文件夹中启动服务器。",
  "mcpServe.loads": "Kestrel 或模型仍在启动，因此什么都没有发送。请稍后再问。",
  "mcpServe.looser":
    "这个会话处于 `{mode}` 模式，而此服务器最多到 `{most}`。可以更改会话的模式，或启动 `kestrel mcp serve --mode ask`。",
} as const satisfies Translation<typeof english>;
