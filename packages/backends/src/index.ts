export { backendForEngine } from "./backend-for-engine.ts";
export type { BackendSettings } from "./backend-settings.ts";
export { createBackend } from "./create-backend.ts";
