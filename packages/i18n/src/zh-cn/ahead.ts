import type { ahead as english } from "../en/ahead.ts";

/** 空闲时间用来做了什么。 */
export const ahead: Record<keyof typeof english, string> = {
  "ahead.read":
    "守护进程启动以来，在无人等待时预读了 {read} 个 token；其中 {gained} 个用上了，{wasted} 个没有用上。",
  "ahead.calls": "模型仍在书写时已运行的调用：{started} 个中用上 {used} 个，省去等待 {milliseconds} 毫秒。",
  "ahead.battery": "使用电池时不预读。",
};
