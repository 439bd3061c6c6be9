export {
  type CallInput,
  createDaemonClient,
  type DaemonAddress,
  type DaemonClient,
  DaemonRefusal,
} from "./daemon-client.ts";
export { type FollowInput, type FollowState, followEvents } from "./follow-events.ts";
export type { Transport } from "./transport.ts";
