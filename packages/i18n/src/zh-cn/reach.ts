import type * as english from "../en/reach.ts";

/** MCP 服务器：各自的状态，以及出了什么问题。 */
export const mcp: Record<keyof typeof english.mcp, string> = {
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
  "mcp.trouble.session_lost": "它已忘记此连接⟨：{detail}⟩。",
  "mcp.trouble.variable_missing": "启动守护进程处没有设置变量 {detail}。",
  "mcp.trouble.no_sandbox": "它的条目要求在沙箱中运行，而这里没有沙箱：`kestrel doctor` 会说明原因。未启动。",
  "mcp.confined.offline": "在沙箱中，无网络",
  "mcp.confined.online": "在沙箱中，可用网络",
  "mcp.problem.name": "{name}：不能作为服务器名称（小写字母、数字、- 和 _，最多 32 个）",
  "mcp.problem.entry":
    "{name}：不是服务器：需要 `command` 或 `url`，可有 args、env、env_from、folder、sandbox、network；headers、bearer_env；timeout_seconds",
};

export const web = {
  "web.fetch.off": '已关闭：在设置文件的 [web] 中写 fetch = "on" 即可开启',
  "web.fetch.on": "对新会话开启：读取网页，按主机询问",
  "web.fetch.key_missing": "已关闭",
  "web.search.off": "已关闭：[web] 中的 search_url（SearXNG）或 search_key_env（Brave 的密钥）可开启它",
  "web.search.on": "对新会话开启：用 {at} 搜索",
  "web.search.key_missing": "已关闭：启动守护进程的环境中没有 [web] search_key_env 所指的变量",
  "web.tried": "搜索可用；结果数：{hits}。",
  "web.tried.not": "搜索不可用：{detail}",
} as const;

/** 每个会话的提示词中各层占用多少，以及哪些放不下。 */
export const tiers: Record<keyof typeof english.tiers, string> = {
  "tier.core": "核心工具",
  "tier.catalogued": "技能和网络",
  "tier.foreign": "服务器",
  "tier.tools": "{count} 个工具",
  "tier.lines": "{count} 行，约可容纳 {budget}",
  "tier.laid": "已备好：{names}",
  "tier.files": "建议的文件：{names}",
  "tier.ready": "已备好",
  "tier.readyCount": "{count} 次，其中 {called} 个被调用",
  "tier.over": "超出{tier}的预算（约 {budget} 个 token），因此不在提示词中，但仍可按词找到：{names}",
};

export const loadout: Record<keyof typeof english.loadout, string> = {
  "loadout.part.kestrel": "Kestrel 自己的文字",
  "loadout.part.persona": "角色（persona）",
  "loadout.part.memory": "初始记忆",
  "loadout.part.tools.core": "核心工具",
  "loadout.part.use": "目录入口",
  "loadout.part.skills": "技能与单个工具",
  "loadout.part.mcp": "MCP 服务器",
  "loadout.excess.part": "超出预算：{part} 在每个会话中占 {tokens} token，上限为 {limit}，超出 {over}。",
  "loadout.excess.window":
    "超出预算：所有部分在每个会话中共占 {tokens} token，而 {window} 的窗口最多允许 {limit}，超出 {over}。占用最多的是{part}。",
  "loadout.problem": "`{key}` 指定的 {name} 在本机不存在⟨，有 {suggestion}⟩。请添加它，或删去该名称。",
  "loadout.leavesOut": "正在使用的模型的模板会省略文字：这 {total} token 中约有 {sent} 送达模型。",
  "loadout.fits": "在预算之内。",
  "reach.from.user": "你的",
  "reach.from.workspace": "此文件夹",
  "reach.from.kestrel": "Kestrel",
};
