import type * as english from "../en/loops.ts";

/** 循环与工作树页面。 */
export const loopsPage: Record<keyof typeof english.loopsPage, string> = {
  "loops.title": "循环",
  "loops.text": "循环在独立的检出中逐项执行计划。每一项由检查判定，未经你同意不会合并。",
  "loops.none": "没有循环。",
  "loops.new": "新建循环",
  "loops.folder": "文件夹",
  "loops.plan": "计划",
  "loops.look": "检查计划",
  "loops.edit": "编辑",
  "loops.begin": "开始执行此计划",
  "loops.stop": "停止",
  "loops.resume": "继续",
  "loops.review": "查看更改",
  "loops.merge": "就合并这些",
  "loops.merge.how": "将 {theirs} 合并到 {ours}。你仓库的钩子不会运行。",
  "loops.drop": "移除",
  "loops.drop.ask": "将工作树移到回收站，保留 30 天？",
  "loops.drop.sure": "移到回收站",
  "loops.restore": "恢复",
  "loops.dropped": "{date} 移除，保留 30 天",
  "loops.facts": "{id} · 已完成 {done}/{count} · {hours} 小时 · {tokens} 个 token",
  "loops.attempt": "第 {number} 次尝试",
  "loops.code": "退出码 {code}",
  "loops.worktrees": "工作树",
  "loops.worktrees.text": "不属于任何循环的独立检出。",
};
