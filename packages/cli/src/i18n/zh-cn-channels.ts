import type { channels as english } from "./en-channels.ts";

export const channels: Record<keyof typeof english, string> = {
  "channels.how":
    "用法：kestrel channels add 名称 [键=值…]，或 kestrel channels add 名称 -- 命令 参数。名称是 telegram、irc、mail、matrix、discord 或 slack，其他名称要加 kind=…。名称只含小写字母、数字和 -。键见 docs/guides/channels.md。",
  "channels.exists": "{file} 中已有频道 {name}。",
  "channels.unknown": "{file} 中没有频道 {name}。",
  "channels.by_hand": "无法安全地修改 {file}。请自行编辑 [channels.{name}]。",
};
