import type { Translation } from "@kestrel/i18n";
import type { permissions as english } from "./en-permissions.ts";

export const permissions = {
  "permissions.none": "没有任何规则：由模式以及被询问的人决定。",
  "permissions.roots": "在每个工作区之外也开放的文件夹，用完整路径访问（你的配置中的 permission.roots）",
  "permissions.configured": "来自你的配置",
  "permissions.ofSession": "本会话允许",
  "permissions.revoked": "已移除。",
  "permissions.slashHow": "/permissions 列出现行规则；/permissions revoke ID；/permissions why 命令",
  "permissions.noSuch": "没有规则 {id}。`kestrel permissions list` 会列出所有规则。",
  "permissions.addHow":
    "用法：kestrel permissions add allow 'command: npm test *'（或 ask、deny；path: src/**、host: example.org、工具名）。",
  "permissions.meant": "规则须写明对象。针对命令请写：kestrel permissions add {verdict} '{rule}'",
  "permissions.unheard": "规则已保存，但就目前来看不起作用：{rule}。{why}",
  "permissions.why.allow": "无需询问即可运行：{command}",
  "permissions.why.ask": "会先询问：{command}",
  "permissions.why.deny": "拒绝：{command}",
  "permissions.wouldAllow": "用 `kestrel permissions add allow` 添加以下规则即可允许它：",
} as const satisfies Translation<typeof english>;
