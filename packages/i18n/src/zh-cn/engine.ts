import type * as english from "../en/engine.ts";

/** See `en/engine.ts`. */
export const engineState: Record<keyof typeof english.engineState, string> = {
  "engine.state.starting": "启动中",
  "engine.state.ready": "就绪",
  "engine.state.crashed": "已崩溃",
  "engine.state.failed": "失败",
  "engine.lent.used": "向模型请求 {requests} 次，读取 {prompt} 个 token，生成 {generated} 个",
  "engine.state.stopping": "停止中",
  "engine.state.down": "连接不上",
};

/** 原本在线的服务器是如何断开的。 */
export const outages: Record<keyof typeof english.outages, string> = {
  "outage.unreachable": "模型服务器没有响应",
  "outage.connection_lost": "与模型服务器的连接中断了",
  "outage.engine_died": "引擎已终止，正在重新启动",
  "outage.engine_not_ready": "引擎尚未就绪",
  "outage.busy": "模型服务器暂时拒绝请求",
};

/** 模型为什么没有下载。 */
export const downloads: Record<keyof typeof english.downloads, string> = {
  "reason.download_name": "名称或其中的文件名不合规；名称只能含字母、数字、点、`-` 和 `_`",
  "reason.download_unknown": "列表中没有这个模型，它也不是 `hf:OWNER/REPO` 或网址",
  "reason.download_https": "只使用 https 网址和本机地址",
  "reason.download_no_gguf": "仓库中没有 GGUF 文件",
  "reason.download_quantisation": "请选择量化版本，例如 `hf:OWNER/REPO:Q4_K_M`",
  "reason.download_parts": "缺少部分分片",
  "reason.download_not_found": "那里没有这个模型",
  "reason.download_late": "模型站没有在一分钟内发完文件列表",
  "reason.download_endless": "服务器没有说明文件大小，继续下载会占满磁盘；已下载的部分已删除",
  "reason.download_listing": "无法读取模型站的文件列表",
  "reason.download_twice": "另一个下载正在写入同一文件",
  "reason.download_checksum": "校验和不符，文件已删除",
  "reason.download_changed": "文件与列表中的不一致",
  "reason.elsewhere": "它不在下载目录中，因此不会删除",
  "reason.download_not_gguf": "服务器发送的不是 GGUF 文件",
};
