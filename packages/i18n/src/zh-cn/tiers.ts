import type { tiers as english } from "../en/tiers.ts";

/** 每个会话的提示词中各层占用多少，以及哪些放不下。 */
export const tiers: Record<keyof typeof english, string> = {
  "tier.core": "核心工具",
  "tier.catalogued": "技能和网络",
  "tier.foreign": "服务器",
  "tier.tools": "{count} 个工具",
  "tier.lines": "{count} 行，约可容纳 {budget}",
  "tier.laid": "已备好：{names}",
  "tier.ready": "已备好",
  "tier.readyCount": "{count} 次，其中 {called} 个被调用",
  "tier.over": "超出{tier}的预算（约 {budget} 个 token），因此不在提示词中，但仍可按词找到：{names}",
};
