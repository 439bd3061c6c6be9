import type * as english from "../en/cache.ts";

export const cache = {
  "ledger.system": "系统提示词",
  "ledger.tools": "工具列表",
  "ledger.instructions": "项目说明",
  "ledger.notes": "附注",
  "ledger.user": "你",
  "ledger.assistant": "助手",
  "ledger.reasoning": "思考",
  "ledger.result": "工具结果",
  "cache.reused": "复用 {cached} / {prompt}（{share}）",
  "cache.missed":
    "重新处理了 {count} 个 token⟨：{because}|（缓存未命中）⟩⟨；从第 {index} 条消息起（{role}）：{words}⟩",
  "cache.reason.compaction": "对话被压缩过",
  "cache.reason.history_edited": "历史被修改过",
  "cache.reason.prompt_adapted": "模型的对话模板不接受旧格式的历史，因此重写了一次",
  "cache.reason.model_changed": "现在由另一个模型回答",
  "cache.reason.server_restarted": "服务器重启过",
  "cache.reason.slot_taken": "服务器的槽位被另一个对话占用过",
  "cache.reason.template_rerendered": "模型的对话模板把它写成了和之前不同的样子",
  "cache.reason.reply_rewritten": "上一条回复作为历史读起来不一样",
  "cache.role.system": "系统提示词",
  "cache.role.user": "用户",
  "cache.role.assistant": "助手",
  "cache.role.tool": "工具结果",
} as const;

/** 如何压缩会话。 */
export const compactions: Record<keyof typeof english.compactions, string> = {
  "compaction.now": "正在压缩：模型在为之前的内容写笔记",
  "compaction.stopped": "已停止：没有压缩，一切照旧。",
  "compaction.folded": "已压缩：{count} 份输出各缩为一行，{before} → ~{after} 个 token。",
  "compaction.model":
    "已压缩：之前的内容由模型的笔记代替，{before} → ~{after} 个 token（释放约 {freed} 个）。",
  "compaction.copilot":
    "已压缩：之前的内容由摘要模型的笔记代替，{before} → ~{after} 个 token（释放约 {freed} 个）。",
  "compaction.rules":
    "已压缩：之前的内容由日志整理的记录代替，{before} → ~{after} 个 token（释放约 {freed} 个）。{reason}",
  "compaction.refused.empty": "模型的笔记没有内容。",
  "compaction.refused.repeating": "模型的笔记不断重复。",
  "compaction.refused.lost_task": "模型的笔记与会话无关。",
  "compaction.refused.not_words": "模型没有写笔记，而是调用了工具。",
  "compaction.refused.failed": "请求笔记失败。",
  "compaction.refused.no_room": "窗口里没有空间让模型写笔记了。",
  "compaction.refused.not_asked": "这个模型不能写笔记。",
};

/** 空闲时间用来做了什么。 */
export const ahead: Record<keyof typeof english.ahead, string> = {
  "ahead.read": "守护进程启动以来，在空闲时预读了 {read} 个 token；用上 {gained} 个，没用上 {wasted} 个。",
  "ahead.calls": "提前运行的调用：{started} 个中用上 {used} 个，节省 {milliseconds} 毫秒。",
  "ahead.battery": "使用电池时不预读。",
};
