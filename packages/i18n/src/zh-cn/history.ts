import type { history as english } from "../en/history.ts";

/** 撤销的内容：文件与消息。 */
export const history: Record<keyof typeof english, string> = {
  "undo.done": "已恢复的文件：{count} 个。",
  "undo.doneNone": "没有恢复任何文件。",
  "undo.would": "将恢复的文件：{count} 个。",
  "undo.left": "保持原样：{count} 个。",
  "undo.commands": "有 {count} 条命令对文件做了什么无从得知，也不会撤销。",
  "undo.file.created": "重新出现",
  "undo.file.changed": "已更改",
  "undo.file.deleted": "已删除",
  "undo.file.unchanged": "已是如此",
  "undo.refused.changed": "此后有人改过它",
  "undo.refused.gone": "它已不存在",
  "undo.refused.not_a_file": "现在同名的是别的东西",
  "undo.refused.moved": "通往它的路径现在指向别处",
  "undo.refused.changed_between": "在本会话的两次更改之间有人改过它",
  "undo.refused.lost": "它原来的内容已不再保存",
  "undo.refused.unwritable": "系统不允许",
  "rewind.asked": "已从对话中移出的消息：{count} 条。",
  "rewind.edited": "消息已修改；其后的内容已移出对话。",
  "rewind.regenerated": "正在重新生成回答；先前的回答已移出对话。",
};
