import type { Translation } from "@kestrel/i18n";
import type { trust as english } from "./en-trust.ts";

export const trust = {
  "trust.state.nothing": "{folder} 没有说明，也没有规则。",
  "trust.state.unasked": "{folder} 写有在其中工作的方式。在你信任之前，以下内容都不会使用：",
  "trust.state.changed": "{folder} 的内容与你决定时不同。在你重新查看之前，以下内容都不会使用：",
  "trust.state.trusted": "因为你信任，使用来自 {folder} 的：",
  "trust.state.declined": "按你的决定，不使用来自 {folder} 的：",
  "trust.tokens": "~{tokens} 个 token",
  "trust.cut": "（其中放得下 ~{kept}：所有文件合计最多 {budget}）",
  "trust.changed": "已更改",
  "trust.denies": "拒绝  {rule}",
  "trust.runs": "会在沙箱内运行 {command}；没有沙箱时以你的权限运行：{when}",
  "trust.hooks.unasked": "{folder} 带有钩子。在你允许之前，它们不会运行：",
  "trust.hooks.changed": "{folder} 的钩子已更改。在你再次允许之前，它们不会运行：",
  "trust.hooks.trusted": "你已允许 {folder} 的钩子：",
  "trust.hooks.declined": "你已拒绝 {folder} 的钩子：",
  "trust.noHooks": "{folder} 没有钩子。",
  "trust.skill": "技能 {name}，使用时才读取；旁边有 {count} 个文件",
  "trust.withheldHere": "此文件夹带有 {names}。它们不会被使用：演示模型训练时没有说明，因此不会得到说明。",
  "trust.withheld": "演示模型训练时没有说明，因此不会得到说明。",
  "trust.whole": "{path}（~{tokens} 个 token，其中 ~{kept} 会到达模型）：",
  "trust.how": "/trust 显示每一个字；/trust yes 从你的第一条消息起使用；/trust no 不使用。",
  "trust.howLater": "/trust yes 从下一个会话起使用；/trust no 不使用。",
  "trust.howHooks":
    "/trust 显示钩子的脚本；/trust hooks yes 在此处的每个会话中运行它们；/trust hooks no 不运行。",
  "trust.slashHow":
    "/trust 显示此文件夹带来的内容；/trust yes、/trust no 对其作出决定；/trust hooks yes、/trust hooks no 对钩子作出决定",
  "trust.lookFirst": "请先查看：/trust",
  "trust.fromNext": "本会话保持开始时的样子；下一个会话起生效：/new",
  "trust.notUsed":
    "此文件夹未被信任，因此不使用：{names}。请看 `kestrel trust show`，然后 `kestrel trust add` 或 --trust。",
  "trust.hooksNotRun":
    "你没有允许此文件夹的钩子，因此不运行：{names}。请看 `kestrel trust show`，然后 `kestrel trust add-hooks`。",
  "trust.none": "你还没有对任何文件夹作出决定。",
  "trust.revoked": "已删除你对 {folder} 的决定。",
  "trust.noSuch": "你还没有对 {folder} 作出决定。",
  "init.how": "kestrel init --here：把此项目的会话以及其中的决定保存在它自己的 .kestrel/ 中",
  "init.elsewhere": "KESTREL_DATA_DIR 已指定数据文件夹",
  "init.made":
    "从现在起，{path} 保存此项目的会话和规则。只有你能读取它，你的配置会列出它，git 会忽略它。以前的会话和你的设置留在原处。",
  "init.skills":
    "{path} 已经存在，其中有此项目的技能；随项目而来的文件夹不能作为数据文件夹。Kestrel 也从 .agents/skills 读取技能：请移动它们（mkdir -p .agents && git mv .kestrel/skills .agents/skills），移走 .kestrel/ 中剩下的内容，然后再次运行。",
  "init.foreign":
    "{path} 已经存在，而且不是你在此处创建的：它可能随项目而来，因此不会被使用。若要使用自己的文件夹，请先将它移走。",
} as const satisfies Translation<typeof english>;
