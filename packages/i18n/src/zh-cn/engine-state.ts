import type { engineState as inEnglish } from "../en/engine-state.ts";

/** See `en/engine-state.ts`. */
export const engineState: Record<keyof typeof inEnglish, string> = {
  "engine.state.starting": "启动中",
  "engine.state.ready": "就绪",
  "engine.state.crashed": "已崩溃",
  "engine.state.failed": "失败",
  "engine.state.stopping": "停止中",
  "engine.state.down": "连接不上",
};
