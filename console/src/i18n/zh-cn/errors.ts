/** The browser's own error texts: its remedies differ from a terminal's. */
export const errors = {
  "error.unauthorized": "这个标签页的钥匙已失效。请运行“kestrel open”获取新链接。",
  "error.bad_host": "页面是用 Kestrel 不信任的名字打开的。请使用“kestrel open”打印的链接。",
  "error.code_invalid": "这个链接已经用过或已过期。请运行“kestrel open”获取新链接。",
  "error.session_not_found": "这里没有⟨会话 {sessionId}|这个会话⟩。会话列表里有全部会话，已删除的在设置里。",
  "error.mcp_unknown": "没有⟨名为 {name} 的|这个⟩ MCP 服务器。设置里列出了它们。",
  "error.mcp_stale": "⟨{name}|该服务器⟩已与你看到的不同。请在设置的“MCP 服务器”中重新查看。",
  "error.loadout_unavailable":
    "未对方案⟨ {file} ⟩做任何操作⟨：{reason}⟩⟨（最接近的是 {suggestion}）⟩。“方案”页面列出了它们。",
  "error.model_not_found":
    "⟨{url} 的服务器没有列出模型 {id}|没有模型 {id}|服务器不认识这个模型⟩。⟨它有：{candidates}。|“使用自己的模型”页面列出了模型。⟩⟨不在本机上的：{remote}。⟩",
  "error.too_large": "内容太大，无法发送。请缩短，或放进工作区的文件里。",
  "error.daemon_unreachable": "Kestrel 没有响应。用页面上方的命令启动它；已保存的内容都在。",
  "error.no_open_turn": "这一轮已经结束。",
  "error.log_unwritable": "会话无法写入磁盘；为避免丢失，本轮已停止。请腾出空间再试。",
  "error.engine_start_failed": "引擎没有启动。它的最后几行在“模型”页面。",
  "error.engine_not_ready": "引擎还在启动。消息没有发送，请稍后再试。",
  "error.engine_died": "引擎意外结束。会话已保存；启动引擎后说“继续”。",
  "error.workspace_unconfirmed":
    "这个文件夹不只是一个项目：它是你的主目录、其上级或整个磁盘。请选择其中的文件夹，或确认使用。",
  "error.no_model": "⟨{url} 的服务器没有能对话的模型|没有配置模型⟩。会话已保留；可走的路见“模型”页面。",
  "error.context_overflow": "服务器说对话超出了它的窗口。请带摘要新建会话继续。",
  "error.context_full": "窗口已满。请带摘要新建会话继续。",
  "error.internal": "Kestrel 内部出错。会话已保存。⟨请运行 `kestrel logs {report}` 查看原因。⟩",
  "end.context_full": "已停止：窗口已满。有三条出路：更大的窗口、带摘要的新会话、把消息改短。",
  "hint.see_engine": "它最后打印的内容在“模型”页面。",
};
