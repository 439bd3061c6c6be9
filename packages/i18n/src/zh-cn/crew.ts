import type { crew as english } from "../en/crew.ts";

export const crew: Record<keyof typeof english, string> = {
  "crew.role.lead": "主模型",
  "crew.role.copilot": "副驾驶",
  "crew.role.librarian": "检索员",
  "crew.role.critic": "评审员",
  "crew.elsewhere": "{url} 不在本机上：向它询问的内容会发送到那里",
  "crew.key": "使用 {key} 中的密钥",
  "crew.role.larger": "更大的模型",
  "escalation.why.failed_checks": "检查连续两次失败。",
  "escalation.why.doom_loop": "模型陷入了循环。",
  "escalation.offer": "可以由 {model} 接手一轮。本会话还可使用 {left} 次，共 {most} 次。",
  "escalation.accepted": "更大的模型接手：从下一步到本轮结束。",
  "escalation.refused": "模型继续自行处理。",
  "escalation.ended": "更大的模型无法回答，由您自己的模型继续。",
};
