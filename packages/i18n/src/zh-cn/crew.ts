import type { crew as english } from "../en/crew.ts";

export const crew: Record<keyof typeof english, string> = {
  "crew.role.lead": "主模型",
  "crew.role.copilot": "副驾驶",
  "crew.role.librarian": "检索员",
  "crew.role.critic": "评审员",
  "crew.role.larger": "更大的模型",
};
