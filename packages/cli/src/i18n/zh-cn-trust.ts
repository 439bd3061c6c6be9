import type { Translation } from "@kestrel/i18n";
import type { trust as english } from "./en-trust.ts";

export const trust = {
  "trust.state.nothing": "{folder} 没有带来说明或规则。",
  "trust.state.unasked": "{folder} 写有在其中工作的方式。在你信任之前，以下内容都不会使用：",
  "trust.state.changed": "{folder} 的内容与你决定时不同。在你重新查看之前，以下内容都不会使用：",
  "trust.state.trusted": "因为你信任，使用来自 {folder} 的：",
  "trust.state.declined": "按你的决定，不使用来自 {folder} 的：",
  "trust.tokens": "~{tokens} 个 token",
  "trust.cut": "（其中放得下 ~{kept}：所有文件合计最多 {budget}）",
  "trust.changed": "已更改",
  "trust.denies": "拒绝  {rule}",
  "trust.ignored.settings": "从不使用：{path} 里的设置",
  "trust.ignored.data_folder": "从不使用：随文件夹而来的 {path}",
  "trust.ignored.link_outside": "从不使用：{path}，它是指向项目之外的链接",
  "trust.ignored.not_a_file": "从不使用：{path}，它不是普通文件",
  "trust.ignored.too_long": "从不使用：{path}，超过 256 KiB",
  "trust.ignored.rule_invalid": "从不使用：{path} 中不成规则的内容",
  "trust.withheld": "演示模型训练时没有说明，因此不会得到说明。",
  "trust.whole": "{path}（~{tokens} 个 token，其中 ~{kept} 会到达模型）：",
  "trust.how": "/trust 显示每一个字；/trust yes 从下一个会话起使用；/trust no 不使用。",
  "trust.slashHow": "/trust 显示此文件夹带来的内容；/trust yes、/trust no 作出决定",
  "trust.lookFirst": "请先查看：/trust",
  "trust.fromNext": "本会话保持开始时的样子；下一个会话起生效：/new",
  "trust.notUsed":
    "此文件夹未被信任，因此不使用：{names}。请看 `kestrel trust show`，然后 `kestrel trust add` 或 --trust。",
  "trust.none": "没有对任何文件夹作出决定。",
  "trust.decision.trusted": "已信任",
  "trust.decision.declined": "不使用",
  "trust.revoked": "已忘记：{folder}",
  "trust.noSuch": "没有对 {folder} 作出过决定。",
} as const satisfies Translation<typeof english>;
