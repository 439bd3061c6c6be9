import type { reports as english } from "../en/reports.ts";

export const reports = {
  "report.call": "Kestrel 处理这个调用时内部出错。请运行 `kestrel logs {report}` 查看原因。",
  "report.judging":
    "Kestrel 检查这个调用时出错，无法判断它会做什么。请运行 `kestrel logs {report}` 查看原因。",
  "report.reply": "Kestrel 在这条回复中查找工具调用时出错。请运行 `kestrel logs {report}` 查看原因。",
  "report.job": "{job} 在 Kestrel 内部出错。请运行 `kestrel logs {report}` 查看原因。",
} as const satisfies Record<keyof typeof english, string>;
