import type { Translation } from "@kestrel/i18n";
import type { hooks as english } from "../en/hooks.ts";

export const hooks: Translation<typeof english> = {
  "hooks.title": "钩子",
  "hooks.text":
    "你的命令和插件，在会话的各个阶段被询问。它们可以拒绝、要求先询问你、添加备注，但不改写任何内容。",
  "hooks.test": "尝试",
  "hooks.test.this": "尝试 {name}",
};
