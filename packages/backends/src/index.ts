export { backendForEngine } from "./backend-for-engine.ts";
export type { BackendSettings, Thinking } from "./backend-settings.ts";
export { createBackend } from "./create-backend.ts";
export { createEmbedder } from "./embeddings/create-embedder.ts";
