import type { slash as english } from "../en/slash.ts";

/** 斜杠命令没有向会话提出请求时的回答。 */
export const slash: Record<keyof typeof english, string> = {
  "slash.noSession": "还没有会话：发送第一条消息后会话才开始。",
  "slash.notThinking": "模型现在没有在思考。",
  "slash.compactsLater": "会在本轮的下一步之前压缩会话。",
  "slash.larger.how": "/larger yes 让更大的模型接手，/larger no 则不接手。",
  "slash.larger.none": "目前没有可由更大的模型接手的任务。",
  "slash.undo.how": "/undo、/undo N、/undo to N、/undo preview、/undo list：N 是列表中的轮次。",
  "slash.rewind.how": "后面只能写 `files`：此后对文件的更改也一并撤销。",
  "slash.fork.how": "单独的 /fork 带走全部消息，/fork N 带走第 N 条之前的消息。",
  "slash.invoked": "/{name} 会随你的下一条消息发送。",
  "slash.invokedLater": "/{name} 会随下一步发送，否则随你的下一条消息发送。",
};
