import type { channels as english } from "./en-channels.ts";

export const channels: Record<keyof typeof english, string> = {
  "channels.how":
    "用法：kestrel channels add 名称 [键=值…]，或 kestrel channels add 名称 -- 命令 参数。名称是 telegram、irc、mail、matrix、discord 或 slack，其他名称要加 kind=…。名称只含小写字母、数字和 -。键见 docs/guides/channels.md。",
  "channels.exists": "{file} 中已有频道 {name}。",
  "channels.unknown": "{file} 中没有频道 {name}。",
  "channels.wrong": "缺少或有误：{key}。",
  "channels.next": "现在还没有人可以发消息。`kestrel channels pair {name}` 显示给你的账号用的配对码。",
  "channels.unsent":
    "没有发送测试消息：可以发消息的人都还没有与它聊过。请先配对：`kestrel channels pair {name}`",
  "channels.unpaired": "{sender} 没有与 {name} 配对。`kestrel channels` 列出已配对的账号。",
  "channels.rests": "{name} 没有运行。`kestrel channels` 说明原因。",
  "channels.gateway": "{name} 属于网关，没有账号，只能与网关一起停用或启用：`kestrel channels off gateway`",
  "channels.by_hand": "无法安全地修改 {file}。请自行编辑 [channels.{name}]。",
};
