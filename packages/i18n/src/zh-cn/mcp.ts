import type { mcp as english } from "../en/mcp.ts";

/** MCP 服务器：各自的状态，以及出了什么问题。 */
export const mcp: Record<keyof typeof english, string> = {
  "mcp.state.unseen": "关闭，尚未查看",
  "mcp.state.off": "关闭",
  "mcp.state.on": "新会话可用",
  "mcp.state.changed": "已更改：请重新查看",
  "mcp.tool.new": "新增，未使用",
  "mcp.tool.changed": "已更改，未使用",
  "mcp.tokens": "在新会话中占 ~{line} 个 token；全部描述需要 ~{whole} 个",
  "mcp.trouble.not_started": "程序无法启动⟨：{detail}⟩。它是否已安装并在 PATH 中？",
  "mcp.trouble.ended": "它已结束⟨：{detail}⟩。",
  "mcp.trouble.timeout": "它没有及时回应⟨：{detail}⟩。",
  "mcp.trouble.flood": "它发送的内容过多，已断开⟨：{detail}⟩。",
  "mcp.trouble.too_long": "它发送的内容过长，已断开⟨：{detail}⟩。",
  "mcp.trouble.hung": "它发送的内容无法读取，已断开⟨：{detail}⟩。",
  "mcp.trouble.protocol": "无法理解它的回应⟨：{detail}⟩。",
  "mcp.trouble.http": "它的地址返回错误⟨：{detail}⟩。",
  "mcp.trouble.auth":
    "需要登录，或登录已失效⟨：{detail}⟩。请用 kestrel mcp login 名称 或设置中的按钮登录；也可用 bearer_env 指定保存令牌的变量。",
  "mcp.program": "程序 {path}（{digest}）",
  "mcp.program.changed": "程序 {path}（{digest}）：与你接受的文件不同",
  "mcp.loggedIn.yes": "已登录",
  "mcp.loggedIn.no": "未登录",
  "mcp.trouble.session_lost": "它已忘记此连接⟨：{detail}⟩。",
  "mcp.trouble.variable_missing": "启动守护进程处没有设置变量 {detail}。",
  "mcp.trouble.no_sandbox": "它的条目要求在沙箱中运行，而这里没有沙箱：`kestrel doctor` 会说明原因。未启动。",
  "mcp.confined.offline": "在沙箱中，无网络",
  "mcp.confined.online": "在沙箱中，可用网络",
  "mcp.problem.name": "{name}：不能作为服务器名称（小写字母、数字、- 和 _，最多 32 个）",
  "mcp.problem.entry":
    "{name}：不是服务器：需要 `command` 或 `url`，可有 args、env、env_from、folder、sandbox、network；headers、bearer_env；timeout_seconds",
};
