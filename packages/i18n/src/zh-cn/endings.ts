import type { endings as english } from "../en/endings.ts";

/** 一轮为何结束。 */
export const endings: Record<keyof typeof english, string> = {
  "end.done": "完成。",
  "end.cancelled": "已停止。",
  "end.failed": "本轮失败。",
  "end.max_steps": "已停止：达到一轮的步数上限。发送消息可继续。",
  "end.context_full":
    "已停止：上下文窗口已满⟨。需要 {needed} 个 token，保留 {reserve} 个，共 {window} 个⟩。有三条出路：更大的窗口（--window）、带摘要的新会话（/new）、把这条消息改短（/edit）。",
  "end.shortened": "放不下的内容，模型之后只看到开头和结尾。可以直接发送下一条消息继续。",
  "end.length": "已停止：回复达到最大长度。",
  "end.empty_reply": "模型没有说话。",
  "end.interrupted": "本轮被打断：Kestrel 在运行中崩溃或被杀死。",
  "end.doom_loop": "已停止：相同的调用一再得到相同的结果。",
  "end.unfinished": "未完成。",
  "unfinished.nothing_changed": "模型说改了文件，但没有任何文件改变。",
  "unfinished.no_test_ran": "模型说运行了测试，但没有运行过。",
  "unfinished.failed_check": "最近一次检查没有通过。",
  "unfinished.failed_edit": "最后一次编辑被拒绝，没有任何文件改变。",
  "unfinished.said_so": "模型自己说还没有做完⟨：{why}⟩。",
  "end.stop_command": "已停止：提醒八次之后，你自己的检查（limits.stop_command）仍未通过。",
  "end.same_error": "已停止：接连的调用都得到同一个错误。",
  "end.repetition": "已停止：回复不断重复。",
  "end.reasoning_budget": "已停止：思考超出了预算。",
  "end.too_many_calls": "已停止：一次回复中的调用太多。",
  "end.arguments_too_long": "已停止：调用的参数太长。",
  "end.reply_too_long": "已停止：回复太长。",
  "end.log_unwritable": "已停止：无法写入会话日志。磁盘满了吗？已有内容都还在，可以阅读。",
  "end.shutdown": "本轮被中断：Kestrel 在运行中被停止。",
};
