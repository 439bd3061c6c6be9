import type * as english from "../en/memory.ts";

/** 记忆页面。 */
export const memoryPage: Record<keyof typeof english.memoryPage, string> = {
  "memory.title": "记忆",
  "memory.text": "你让 Kestrel 记住的内容。与消息相关的会提供给模型，置顶的随每个会话提供。",
  "memory.group.everywhere": "所有目录",
  "memory.proposals": "提议",
  "memory.new": "要记住的内容",
  "memory.offer": "查找其他工具的记忆",
  "memory.add": "记住",
  "memory.edit": "编辑",
  "memory.save": "保存",
  "memory.cancel": "取消",
  "memory.pin": "置顶",
  "memory.unpin": "取消置顶",
  "memory.accept": "采用",
  "memory.delete": "删除",
  "memory.delete.ask": "删除这条记忆？",
  "memory.delete.sure": "彻底删除",
  "memory.session": "会话",
  "memory.previous": "之前：",
  "memory.outside": "它可能来自并非你输入的文本。请确认你需要这条。",
  "memory.open": "打开“记忆”页面",
  "memory.gone": "它们已被删除。",
  "memory.use": "私密会话：不使用记忆。点击可重新使用。",
  "memory.file": "可阅读的文件：",
};
