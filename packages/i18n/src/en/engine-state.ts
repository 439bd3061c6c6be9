/** How an engine is. Stopped is said by each client in its own words: it has its own way to start it. */
export const engineState = {
  "engine.state.starting": "starting",
  "engine.state.ready": "ready",
  "engine.state.crashed": "crashed",
  "engine.state.failed": "failed",
  "engine.state.stopping": "stopping",
  "engine.state.down": "down",
} as const;
