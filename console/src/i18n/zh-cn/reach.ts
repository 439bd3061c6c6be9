import type { Translation } from "@kestrel/i18n";
import type { reach as english } from "../en/reach.ts";

export const reach: Translation<typeof english> = {
  "reach.skills": "技能",
  "reach.skills.text":
    "模型在需要时可以学习的内容。开启的技能在每个新会话中只占一行；使用时才读入全文。无论开启与否，/名称 都可立即使用。",
  "reach.skills.folder": "含 SKILL.md 的文件夹放在",
  "reach.skills.of": "来自你信任的文件夹 {folder}，用于其中的会话",
  "reach.skills.none": "没有技能。",
  "reach.state.on": "对新会话开启",
  "reach.state.off": "已关闭",
  "reach.state.byHand": "只能用 /名称",
  "reach.on": "开启",
  "reach.on.this": "开启 {name}",
  "reach.off": "关闭",
  "reach.off.this": "关闭 {name}",
  "reach.line": "一行 ~{line}",
  "reach.tokens": "~{tokens} 个 token",
  "reach.prompts": "提示词",
  "reach.prompts.text":
    "工作方式。在消息框中输入 /名称，它会与你的下一条消息一起发送；在此之前不占用任何内容。",
  "reach.prompts.folder": "你自己的 Markdown 文件放在",
};
