import type { outages as english } from "../en/outages.ts";

/** 原本在线的服务器是如何断开的。 */
export const outages: Record<keyof typeof english, string> = {
  "outage.unreachable": "模型服务器没有响应",
  "outage.connection_lost": "与模型服务器的连接中断了",
  "outage.engine_died": "引擎已终止，正在重新启动",
  "outage.engine_not_ready": "引擎尚未就绪",
  "outage.busy": "模型服务器暂时拒绝请求",
};
