import type * as english from "../en/turns.ts";

/** 一轮为何结束。 */
export const endings: Record<keyof typeof english.endings, string> = {
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

/** 配置中的值应当是什么。 */
export const expectations: Record<keyof typeof english.expectations, string> = {
  "expected.whole_number": "{least} 到 {most} 之间的整数",
  "expected.number": "{least} 到 {most} 之间的数",
  "expected.word_or_number": "{words} 或 {least} 到 {most} 之间的整数",
  "expected.word_or_list": "{words}，或由 {names} 组成的列表",
  "expected.one_of": "以下之一：{words}",
  "expected.absolute_path": "完整路径",
  "expected.model_path": ".gguf 文件的完整路径",
  "expected.template_path": "聊天模板文件的完整路径",
  "expected.http_url": "不含密码的 http 或 https 地址⟨，因为设置了 {because}⟩",
  "expected.variable_name": "环境变量的名字",
  "expected.variable_set": "已设置的环境变量的名字",
  "expected.text": "一段文字",
  "expected.this_setting": "`{words}`；不在设置里的规则什么也拒绝不了",
  "expected.no_allow": "没有允许类规则；配置只能要求询问或拒绝",
  "expected.command_line": "一行 sh 命令",
  "expected.yes_or_no": "true 或 false",
  "expected.folders": "完整路径的列表",
  "expected.texts": "文字的列表",
  "expected.rules": '规则的列表，例如 "command: npm test *"、"path: src/**"、"host: example.org" 或工具名',
  "expected.hosts": '主机列表，例如 "wiki.lan" 或 "127.0.0.1:8080"',
  "expected.roots": "最多 20 个文件夹的列表，写完整路径或以 ~/ 开头",
  "expected.root_missing": "一个存在的文件夹",
  "expected.root_too_wide": "一个不是 /、主文件夹、其上级文件夹或系统文件夹的文件夹",
  "expected.root_own": "一个既不是 Kestrel 自己的文件夹，也不包含它、不位于其中的文件夹",
  "expected.root_secret": "一个已知不存放密钥、令牌或历史记录的文件夹",
  "expected.toml": "有效的 TOML",
  "expected.value": "一个值⟨，因为 model.source 是 {source}⟩",
};

export const reports = {
  "report.call": "Kestrel 处理这个调用时内部出错。请运行 `kestrel logs {report}` 查看原因。",
  "report.judging":
    "Kestrel 检查这个调用时出错，无法判断它会做什么。请运行 `kestrel logs {report}` 查看原因。",
  "report.reply": "Kestrel 在这条回复中查找工具调用时出错。请运行 `kestrel logs {report}` 查看原因。",
  "report.job": "{job} 在 Kestrel 内部出错。请运行 `kestrel logs {report}` 查看原因。",
} as const satisfies Record<keyof typeof english.reports, string>;

/** 为何提醒模型。 */
export const causes: Record<keyof typeof english.causes, string> = {
  "cause.repeated_call": "它又做了同样的调用，结果也一样",
  "cause.call_cycle": "它的调用在兜圈子",
  "cause.same_error": "同一个错误一再出现",
  "cause.repetition": "它在重复自己",
  "cause.reasoning_budget": "它思考得够久了",
  "cause.empty_reply": "它什么也没说",
  "cause.reasoning_only": "它只思考，没有回答",
  "cause.promise": "它说了要做什么，却没有做",
  "cause.length": "回复因长度上限被截断",
  "cause.unverified": "修改还没有检查过",
  "cause.failed_edit": "它最后一次对文件的编辑被拒绝，没有完成",
  "cause.claim": "它声称做了日志里没有的事",
  "cause.failed_check": "最近一次检查没有通过",
  "cause.open_items": "它的计划里还有未完成的事项",
  "cause.hook": "你的钩子说还没有完成",
  "cause.stop_hook": "你自己定的结束规则要求继续",
  "cause.too_many_calls": "它一次调用太多",
  "cause.arguments_too_long": "它的调用参数太长",
  "cause.reply_too_long": "它的回复太长",
};
