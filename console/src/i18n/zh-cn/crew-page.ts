import type { crewPage as english } from "../en/crew-page.ts";

/** 主模型之外的模型：输入框上方的进度，以及汇总页。 */
export const crewPage: Record<keyof typeof english, string> = {
  "crew.lanes": "其他模型在做什么",
  "crew.all": "查看全部",
  "crew.title": "其他模型的工作",
  "crew.back": "回到会话",
  "crew.everybody": "合计",
  "crew.ledger": "最新的在前",
  "crew.seconds": "{seconds} 秒",
  "crew.column.who": "模型",
  "crew.column.jobs": "工作",
  "crew.column.used": "采用",
  "crew.column.read": "读 token",
  "crew.column.written": "写 token",
  "crew.column.took": "用时",
  "crew.column.savedTokens": "主模型省下的 token",
  "crew.column.savedTime": "无人等待",
};
