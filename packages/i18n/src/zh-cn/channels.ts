/** Channels: their states and failures. */
export const channels = {
  "channels.state.off": "已停用",
  "channels.state.connecting": "正在连接",
  "channels.state.up": "已连接",
  "channels.state.waiting": "{time} 再试",
  "channels.state.parked": "已停止",
  "channels.trouble.entry": "配置缺少或有误：{detail}。请在 {file} 中改正。",
  "channels.trouble.name": "名称不可用。请用小写字母、数字和 -，且不能是 gateway 或 hook-…。",
  "channels.trouble.secret_missing":
    "启动守护进程的环境中没有设置变量 {detail}。设置后运行：`kestrel restart`",
  "channels.trouble.secret_file_open":
    "{detail} 可被他人读取，或不是你的文件。请运行：`chmod 600 {detail}`，然后运行：`kestrel channels on {name}`",
  "channels.trouble.secret_file_missing":
    "无法从 {detail} 读取密钥。写入后运行：`kestrel channels on {name}`",
  "channels.trouble.secret_form": "{detail} 中的密钥不是一行普通字符。改正后运行：`kestrel restart`",
  "channels.trouble.auth": "服务拒绝了令牌⟨：{detail}⟩。换成新令牌后运行：`kestrel restart`",
  "channels.trouble.conflict":
    "另一个程序正在使用同一令牌⟨：{detail}⟩。结束它后运行：`kestrel channels on {name}`",
  "channels.trouble.budget": "今天的连接次数过多。重新启动：`kestrel channels on {name}`",
  "channels.trouble.refused": "无法运行⟨：{detail}⟩。",
  "channels.trouble.crash": "发生崩溃⟨：{detail}⟩。`kestrel logs` 有报告。",
  "channels.trouble.port_taken": "网关端口已被其他程序占用⟨：{detail}⟩。请在 {file} 中换一个。",
  "channels.none": "没有频道。`kestrel channels add telegram` 可添加一个，或写入 {file}。",
  "channels.paired": "允许发消息：{senders}",
  "channels.queue": "{in} 条待处理，{out} 条待发送",
  "channels.dropped": "已丢弃 {count} 条陌生人消息",
  "channels.last": "最近来自 {sender}，{time}",
  "channels.pair": "请在 10 分钟内在私聊中把此配对码发给 {name}：{code}",
  "channels.sent": "已发送 {count} 条测试消息。",
  "channels.from": "来自 {channel}⟨，{sender}⟩",
} as const;
