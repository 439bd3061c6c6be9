import type { compactions as english } from "../en/compactions.ts";

/** 如何在窗口中腾出空间。 */
export const compactions: Record<keyof typeof english, string> = {
  "compaction.now": "正在腾出空间：模型在为之前的内容写笔记",
  "compaction.stopped": "已停止：没有腾出空间，一切照旧。",
  "compaction.folded": "已腾出空间：{count} 份输出各缩为一行，{before} → ~{after} 个 token。",
  "compaction.model":
    "已腾出空间：之前的内容由模型的笔记代替，{before} → ~{after} 个 token（释放约 {freed} 个）。",
  "compaction.copilot":
    "已腾出空间：之前的内容由副驾驶的笔记代替，{before} → ~{after} 个 token（释放约 {freed} 个）。",
  "compaction.rules":
    "已腾出空间：之前的内容由日志整理的记录代替，{before} → ~{after} 个 token（释放约 {freed} 个）。{reason}",
  "compaction.refused.empty": "模型自己的笔记没有内容。",
  "compaction.refused.repeating": "模型自己的笔记不断重复。",
  "compaction.refused.lost_task": "模型自己的笔记说的是别的事。",
  "compaction.refused.not_words": "请模型写笔记时，它却调用了工具。",
  "compaction.refused.failed": "无法请模型写笔记。",
  "compaction.refused.no_room": "窗口里没有空间让模型写笔记了。",
  "compaction.refused.not_asked": "不请这个模型写笔记。",
};
