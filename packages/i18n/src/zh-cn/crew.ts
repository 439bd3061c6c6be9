import type { crew as english } from "../en/crew.ts";

export const crew: Record<keyof typeof english, string> = {
  "crew.role.lead": "主模型",
  "crew.role.copilot": "副驾驶",
  "crew.role.librarian": "检索员",
  "crew.role.critic": "评审员",
  "crew.elsewhere": "{url} 不在本机上：向它询问的内容会发送到那里",
  "crew.key": "使用 {key} 中的密钥",
  "crew.role.larger": "更大的模型",
  "crew.does.copilot": "笔记、标题、提交说明、摘要",
  "crew.does.librarian": "按意义检索；需要嵌入模型",
  "crew.does.critic": "对破坏性和外部调用再看一眼",
  "crew.does.larger": "在提出并得到你同意后接手一轮",
  "crew.seat": "{role}（{does}）",
  "crew.between": "、",
  "crew.empty": "空缺的位置：{seats}。",
  "crew.refused.one_slot": "{role}的位置空缺：它指定的就是主模型，而其服务器除对话的槽位外没有别的槽位。",
  "crew.refused.slots_shared": "{role}的位置空缺：它指定的就是主模型，而其服务器的槽位共用一个缓存。",
  "crew.refused.too_small": "{role}的位置空缺：它指定的就是主模型，而主模型太小，做不了别的工作。",
  "crew.refused.no_embeddings": "{role}的位置空缺：它指定的就是主模型，而主模型不提供嵌入。",
  "crew.refused.not_ready":
    "{role}的位置可能空缺：它指定的就是主模型，其服务器是否有多余的槽位，运行后才知道。",
  "crew.refused.place_unaccepted":
    "{role}的位置空缺：你的装载文件和设置都没有写明它的地址和密钥，或它的文件，因此不会向那里发送任何内容，也不会启动它。若确有此意，请写入你自己的装载文件。",
  "escalation.why.failed_checks": "检查连续两次失败。",
  "escalation.why.doom_loop": "模型陷入了循环。",
  "escalation.offer": "可以由 {model} 接手一轮。本会话还可使用 {left} 次，共 {most} 次。",
  "escalation.accepted": "更大的模型接手：从下一步或下一条消息到该轮结束。",
  "escalation.refused": "模型继续自行处理。",
  "escalation.ended": "更大的模型无法回答，由你自己的模型继续。",
};
