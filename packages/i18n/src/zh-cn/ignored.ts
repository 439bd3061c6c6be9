import type { ignored as english } from "../en/ignored.ts";

/** 文件夹带来而不使用的内容，按原因。 */
export const ignored: Record<keyof typeof english, string> = {
  "trust.ignored.settings": "从不使用：{path} 里的设置",
  "trust.ignored.data_folder":
    "从不使用：{path}，它不是由 Kestrel 创建的。`kestrel init --here` 创建项目的数据文件夹；技能放在 {path}/skills",
  "trust.ignored.link_outside": "从不使用：{path}，它是指向项目之外的链接",
  "trust.ignored.not_a_file": "从不使用：{path}，它不是普通文件",
  "trust.ignored.too_long": "从不使用：{path}，超过 256 KiB",
  "trust.ignored.rule_invalid": "从不使用：{path} 中不成规则的内容",
  "trust.ignored.skill_invalid": "从不使用：{path}，没有可用的技能名，或在读取时被改动",
  "trust.ignored.skill_too_large": "从不使用：{path}，文件数量或大小超出技能的范围",
  "trust.ignored.sets_policy": "从不使用：{path}，它想决定什么可以运行",
  "trust.ignored.hook_invalid": "未使用：{path} 中的某个钩子无效、引用了变量，或其文件无法完整显示",
  "trust.ignored.hook_not_plain": "未使用：{path} 中某个钩子的命令不只是普通单词，无法确定它会运行哪些文件",
  "trust.ignored.name_taken": "从不使用：{path}，已有同名技能",
};
