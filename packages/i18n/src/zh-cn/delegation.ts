import type { delegation as english } from "../en/delegation.ts";

/** 帮手：各自可以做什么，以及哪些不算。 */
export const delegation: Record<keyof typeof english, string> = {
  "helpers.none":
    '没有帮手。设置 `[helpers] delegate = "on"` 即可有一个只读的帮手；你自己的 Markdown 文件放在 {folder}',
  "helpers.folder": "你自己的：{folder} 中的 Markdown 文件。新会话会带上这里列出的。",
  "helpers.facts": "模式 {mode}，最多 {count} 步，{tools}⟨，由{role}回答⟩",
  "helpers.of": "由另一个会话询问",
  "helpers.session": "它的会话：{id}",
  "helpers.problem.name": "{file}：名称无效（小写字母、数字、- 和 _，最多 32 个）",
  "helpers.problem.empty": "{file}：没有可告诉帮手的内容",
  "helpers.problem.too_long": "{file}：无法读取，或超过 16 KiB",
  "helpers.problem.tools": "{file}：所列的某个工具不供帮手使用，已略去",
  "helpers.problem.policy": "{file}：帮手不能设置钩子、服务器或权限模式；这一部分已略去",
  "helpers.problem.hint": "{file}：hint 只能是 copilot、critic 或 larger",
  "helpers.problem.name_taken": "{file}：已有同名的帮手",
};
