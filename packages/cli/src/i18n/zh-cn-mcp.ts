import type { Translation } from "@kestrel/i18n";
import type { mcp as english } from "./en-mcp.ts";

export const mcp = {
  "mcp.none": "没有 MCP 服务器。用 `kestrel mcp add 名称 -- 命令 …` 添加，或写入 {file}。",
  "mcp.toolCount": "{count} 个工具",
  "mcp.lineTokens": "~{tokens} 个 token",
  "mcp.turnOn": "按现在的样子尚未使用。读完以上内容后：kestrel mcp on {name}。此后的新会话便有它。",
  "mcp.waits": "{name} 已启动或已连接，但还没有回应。最多等待 {seconds} 秒。",
  "mcp.addHow":
    "用法：kestrel mcp add 名称 -- 命令 参数、kestrel mcp add 名称 --url 地址，或 kestrel mcp add 文件（文件中有 `mcpServers`）。名称由小写字母、数字、- 和 _ 组成。",
  "mcp.loginAt": "请在五分钟内，用本机的浏览器登录 {name}：\n  {address}",
  "mcp.loggedIn": "{name}：已登录。令牌只为你保存；kestrel mcp logout {name} 可将其忘记。",
  "mcp.loggedOut": "{name}：本机已忘记该登录。",
  "mcp.imported": "{name}：已写入；接着 `kestrel mcp test {name}`",
  "mcp.left.disabled": "{name}：未采用，它在那里已停用",
  "mcp.left.variable": "{name}：未采用，它使用 Kestrel 不填的变量；见 docs/mcp.md",
  "mcp.left.entry": "{name}：未采用，它既没有程序也没有 http 地址",
} as const satisfies Translation<typeof english>;
