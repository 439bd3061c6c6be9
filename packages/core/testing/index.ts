export { type BareCatalog, bareCatalog } from "./bare-catalog.ts";
export { bareOpening } from "./bare-opening.ts";
export { crewOf } from "./crew-of.ts";
export { eventLogContract, type LogPromise, type LogUnderTest } from "./event-log-contract.ts";
export { type FakeSourceBehaviour, fakeSource } from "./fake-source.ts";
export {
  type FakeToolBehaviour,
  fakeEdit,
  fakeRead,
  fakeShell,
  fakeTool,
  notingTool,
  waitingTool,
} from "./fake-tool.ts";
export {
  deadlineHost,
  type Given,
  GivenSession,
  givenSession,
  type ReportedFailure,
  type StillHost,
  stillHost,
} from "./given-session.ts";
export { type MemoryArchive, memoryArchive } from "./memory-archive.ts";
export { memoryCatalog } from "./memory-catalog.ts";
export { type MemoryEventLog, memoryEventLog } from "./memory-event-log.ts";
export { memoryLoadouts } from "./memory-loadouts.ts";
export { memoryPermissions } from "./memory-permissions.ts";
export { memoryPictures } from "./memory-pictures.ts";
export { callsTool, fails, ScriptedBackend, type ScriptedReply, says, thinks } from "./scripted-backend.ts";
export { type StillEngine, stillEngine } from "./still-engine.ts";
