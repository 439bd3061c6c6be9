import type { loadout as english } from "../en/loadout.ts";

export const loadout: Record<keyof typeof english, string> = {
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
};
