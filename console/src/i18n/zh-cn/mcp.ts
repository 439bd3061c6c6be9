import type { Translation } from "@kestrel/i18n";
import type { mcp as english } from "../en/mcp.ts";

export const mcp: Translation<typeof english> = {
  "mcp.paste": "从 JSON 添加服务器",
  "mcp.paste.text":
    "粘贴其他程序的 mcpServers。服务器是本机上的程序，因此请在终端用这里显示的命令添加。含变量或请求头的 JSON 请先另存为 servers.json。",
  "mcp.paste.wrong": "这还不是 MCP 服务器的 JSON。",
  "mcp.title": "MCP 服务器",
  "mcp.text":
    "其他程序的工具，每次调用都需要你批准。读过工具的描述并开启后，新会话才会有该服务器；有变化的工具会暂停，直到你重新查看。",
  "mcp.none": "没有。可在终端添加，或写入你的设置文件：",
  "mcp.test": "测试",
  "mcp.test.this": "测试 {name}",
  "mcp.testing": "正在尝试…",
  "mcp.on": "对新会话开启",
  "mcp.off": "关闭",
  "mcp.off.this": "关闭 {name}",
  "mcp.login": "登录",
  "mcp.login.this": "登录 {name}",
  "mcp.login.at": "在 {host} 登录 {name}：打开新标签页，五分钟内有效",
  "mcp.logout": "退出登录",
  "mcp.logout.this": "退出 {name} 的登录",
  "mcp.tools": "工具：{count} 个",
  "mcp.works": "{name} 有回应；工具 {count} 个",
};
