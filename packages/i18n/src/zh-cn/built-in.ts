import type { builtIn as builtInInEnglish } from "../en/built-in.ts";
import type { Translation } from "../sentence.ts";

export const builtIn = {
  "builtIn.loadout.coder": "在一个仓库中的日常编程",
  "builtIn.loadout.file-keeper": "整理、重命名和查找文件；不删除任何内容",
  "builtIn.loadout.reviewer": "阅读改动并报告问题，不做任何修改",
  "builtIn.loadout.writer-zh": "中文写作与修订，不运行命令",
  "builtIn.helper.delegate": "询问一个只读的子代理",
  "builtIn.prompt.code": "从现在起写代码。",
  "builtIn.prompt.plan": "从现在起只做规划，不修改任何内容。",
  "builtIn.prompt.review": "从现在起只做审查，不修改任何内容。",
  "builtIn.prompt.debug": "从现在起查找故障的原因。",
  "builtIn.prompt.ask": "从现在起只回答问题，不修改任何内容。",
  "builtIn.prompt.brainstorm": "从现在起与用户一起思考，不修改任何内容。",
  "builtIn.prompt.frontend-design": "从现在起构建用户界面。",
  "builtIn.prompt.review-security": "从现在起审查安全问题，不修改任何内容。",
  "builtIn.prompt.simplify": "从现在起简化代码，不改变其行为。",
} as const satisfies Translation<typeof builtInInEnglish>;
