import type { hooks as english } from "../en/hooks.ts";

/** 钩子：各自在何时被询问，以及说了什么。 */
export const hooks: Record<keyof typeof english, string> = {
  "hooks.none": "没有钩子。以 [[hooks]] 写入 {file}，或作为插件（.mjs）放入 {plugins}",
  "hooks.noSuch": "没有名为 {name} 的钩子。",
  "hooks.stage.session_opened": "会话打开时",
  "hooks.stage.prompt_submitted": "接收消息之前",
  "hooks.stage.before_call": "调用之前",
  "hooks.stage.after_call": "调用之后",
  "hooks.stage.compaction": "腾出空间之前",
  "hooks.stage.turn_ended": "一轮结束时",
  "hooks.from.user": "你的",
  "hooks.from.workspace": "此文件夹",
  "hooks.from.plugin": "插件",
  "hooks.counts": "询问 {asked} 次，拒绝 {denied} 次，失败 {failed} 次",
  "hooks.said.denied": "钩子 {name} 拒绝了⟨：{detail}⟩",
  "hooks.said.asked": "钩子 {name} 要求先询问你⟨：{detail}⟩",
  "hooks.said.noted": "钩子 {name} 的备注⟨：{detail}⟩",
  "hooks.said.held": "钩子 {name} 说还没有完成⟨：{detail}⟩",
  "hooks.said.failed": "钩子 {name} 失败⟨：{detail}⟩⟨（`kestrel logs {report}`）⟩",
  "hooks.silent": "钩子 {name} 没有意见。",
  "hooks.took": "{ms} 毫秒",
  "hooks.problem": "{what} 不是钩子：{detail}",
};
