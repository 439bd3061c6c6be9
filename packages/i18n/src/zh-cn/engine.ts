import type * as english from "../en/engine.ts";

/** See `en/engine.ts`. */
export const engineState: Record<keyof typeof english.engineState, string> = {
  "engine.state.starting": "启动中",
  "engine.state.ready": "就绪",
  "engine.state.crashed": "已崩溃",
  "engine.state.failed": "失败",
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
