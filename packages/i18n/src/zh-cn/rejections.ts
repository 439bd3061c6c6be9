import type { rejections as english } from "../en/rejections.ts";

/** 调用为什么没有执行，对人的提问如何结束，以及服务器提问下方的提示。 */
export const rejections: Record<keyof typeof english, string> = {
  "rejected.unknown_tool": "没有这个工具",
  "rejected.arguments": "参数不对",
  "rejected.cut": "没有写完",
  "rejected.doubtful": "可能只是示例",
  "rejected.unread": "无法理解",
  "question.end.dismissed": "没有回答",
  "question.end.nobody": "当时没有人可以回答",
  "question.end.expired": "不再询问",
  "question.noSecrets": "绝不要在这里输入密码、验证码、密钥或卡号。你的回答会发送给 MCP 服务器。",
};
