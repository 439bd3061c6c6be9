import type { OutageReason } from "@kestrel/protocol";

/** How an engine is. Stopped is said by each client in its own words: it has its own way to start it. */
export const engineState = {
  "engine.state.starting": "starting",
  "engine.state.ready": "ready",
  "engine.state.crashed": "crashed",
  "engine.state.failed": "failed",
  "engine.state.stopping": "stopping",
  "engine.state.down": "down",
} as const;

/** How a server that was there went away. */
export const outages = {
  "outage.unreachable": "the model's server does not answer",
  "outage.connection_lost": "the connection to the model's server broke",
  "outage.engine_died": "the engine ended and is started again",
  "outage.engine_not_ready": "the engine is not ready yet",
  "outage.busy": "the model's server turns requests down for now",
} as const satisfies Record<`outage.${OutageReason}`, string>;
