import type * as english from "../en/memory.ts";

/** 记忆：为什么没有记住。 */
export const memory: Record<keyof typeof english.memory, string> = {
  "reason.memory_empty": "内容为空",
  "reason.memory_long": "超过 500 个字符",
  "reason.memory_lines": "不止一行",
  "reason.memory_hidden": "含有看不见的字符",
  "reason.memory_secret": "看起来像密码或密钥",
  "reason.memory_full": "已存 10,000 条；请先删除一些",
  "reason.memory_off": "记忆已关闭；把 `memory.enabled` 设为 `on`",
  "reason.memory_busy": "文件已锁定或损坏；见 `kestrel logs`",
};
