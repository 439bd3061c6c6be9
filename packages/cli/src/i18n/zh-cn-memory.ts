import type * as english from "./en-memory.ts";

/** `kestrel memory`。 */
export const memory: Record<keyof typeof english.memory, string> = {
  "memory.noSuch": "没有唯一一条 ID 以 {id} 开头的记忆。`kestrel memory list` 可列出 ID。",
  "memory.noFacts": "{file} 中没有可导入的内容。每行写一条，以 `- ` 开头。",
  "memory.needsYes": "未做任何更改。没有终端可供确认；请加 --yes。",
  "memory.ask.forget": "删除这条记忆？[y/N] ",
  "memory.ask.imports": "存储这些内容？[y/N] ",
  "memory.ask.accept": "采用这条提议？[y/N] ",
  "memory.imported": "已存储 {count} 条。",
  "memory.stats":
    "记忆：{facts} 条（置顶 {pinned} 条）。提议：{proposals} 条。使用：{uses} 次。存储方式：{backend}。",
};
