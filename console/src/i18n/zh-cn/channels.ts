import type { channelsPage as english } from "../en/channels.ts";

export const channelsPage: Record<keyof typeof english, string> = {
  "channels.title": "频道",
  "channels.text": "通过频道，可以用聊天软件或邮件给 Kestrel 写消息。模型仍在这台电脑上运行。",
  "channels.guide": "如何设置频道",
  "channels.pair.button": "配对账号",
  "channels.test": "发送测试消息",
  "channels.on": "启用",
  "channels.off": "停用",
  "channels.again": "重新启动",
  "channels.may": "已配对的账号",
  "channels.unpair": "移除",
  "channels.unpair.sure": "不再接收 {sender} 的消息？",
  "channels.recent": "最近的消息",
};
