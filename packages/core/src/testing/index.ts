export { type BareShelf, bareShelf } from "./bare-shelf.ts";
export { eventLogContract, type LogPromise, type LogUnderTest } from "./event-log-contract.ts";
export { type FakeToolBehaviour, fakeTool } from "./fake-tool.ts";
export { type Given, GivenSession, givenSession, stillHost } from "./given-session.ts";
export { type MemoryArchive, memoryArchive } from "./memory-archive.ts";
export { memoryCatalog } from "./memory-catalog.ts";
export { type MemoryEventLog, memoryEventLog } from "./memory-event-log.ts";
export { callsTool, fails, ScriptedBackend, type ScriptedReply, says, thinks } from "./scripted-backend.ts";
export { type StillEngine, stillEngine } from "./still-engine.ts";
