import type * as english from "./en-memory.ts";

/** `kestrel memory`。 */
export const memory: Record<keyof typeof english.memory, string> = {
  "memory.noSuch": "没有 ID 以 {id} 开头的记忆。`kestrel memory list` 可列出 ID。",
  "memory.category": "{name} 不能作为类别。请使用最多 32 个小写字母、数字、连字符或下划线。",
  "memory.noFacts": "{file} 中没有可导入的内容。每行写一条，以 `- ` 开头。",
  "memory.ask.forget": "删除这条记忆？[y/N] ",
  "memory.ask.imports": "存储这些内容？[y/N] ",
  "memory.ask.accept": "采用这条提议？[y/N] ",
  "memory.imported": "已存储 {count} 条。",
  "memory.import.there": "{count} 条保持不变：此前已存储，或之后修改过。",
  "memory.import.proposals": "{count} 条提议未导入。",
  "memory.import.refused": "{count} 条无法记住：",
  "memory.import.line": "第 {line} 行：{reason}",
  "memory.import.more": "另有 {count} 条",
  "memory.import.replaces": "替换：{content}",
  "memory.stats":
    "记忆：{facts} 条（置顶 {pinned} 条）。提议：{proposals} 条。使用：{uses} 次。存储方式：{backend}。",
  "memory.learn.on":
    "Kestrel 会提议两类内容：检查失败后又通过时中间的命令，以及辅助模型从你输入的话中挑出的句子。小模型挑出的句子常常不值得保留。你接受之前，什么都不会被记住。",
  "memory.learn.lessons": "检查失败后又通过时，Kestrel 会提议中间的命令。你接受之前，什么都不会被记住。",
  "memory.learn.off": "Kestrel 不会自行提议任何内容。",
  "memory.learn.words": "{word} 不是 on、lessons 或 off。",
};
