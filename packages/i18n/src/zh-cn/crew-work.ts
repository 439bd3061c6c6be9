import type { crewWork as english } from "../en/crew-work.ts";

/** 主模型之外的模型正在做什么、做了什么。 */
export const crewWork: Record<keyof typeof english, string> = {
  "crew.who": "{role}（{model}）",
  "crew.now.compaction": "{who}正在总结之前的内容",
  "crew.now.title": "{who}正在为会话起名",
  "crew.now.commit_message": "{who}正在起草提交说明",
  "crew.now.digest": "{who}正在读 {call} 的长输出",
  "crew.now.review": "{who}正在复核等你决定的调用",
  "crew.now.retrieval": "{who}正在检索",
  "crew.did.compaction": "{who}总结了⟨ {tokens} 个 token|之前的内容⟩，用时 {seconds} 秒",
  "crew.did.title": "{who}为会话起了名，用时 {seconds} 秒",
  "crew.did.commit_message": "{who}起草了提交说明，用时 {seconds} 秒",
  "crew.did.digest": "{who}读了 {call} 的长输出⟨（{tokens} 个 token）|⟩，用时 {seconds} 秒",
  "crew.did.review": "{who}复核了一个调用（{call}），用时 {seconds} 秒",
  "crew.did.retrieval": "{who}完成了检索，用时 {seconds} 秒",
  "crew.unused": "未采用",
  "crew.outcome.late": "{who}：{seconds} 秒后不再等待",
  "crew.outcome.refused": "{who}：所写内容没有用处（{seconds} 秒）",
  "crew.outcome.failed": "{who}：{seconds} 秒后失败",
  "crew.outcome.stopped": "{who}：{seconds} 秒后停止",
  "crew.none": "这个会话里没有其他模型协助。配装文件在 [crew] 下指定它们。",
  "crew.idle": "主模型之外还没有做过什么。",
  "crew.sum": "共 {count} 项，采用 {used} 项，{seconds} 秒",
  "crew.sum.tokens": "读 {read} 个 token，写 {written} 个",
  "crew.sum.saved": "主模型少读少写 {tokens} 个 token",
  "crew.sum.unwaited": "{seconds} 秒无人等待",
};
