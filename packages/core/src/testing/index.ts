export { eventLogContract, type LogPromise, type LogUnderTest } from "./event-log-contract.ts";
export { type MemoryEventLog, memoryEventLog } from "./memory-event-log.ts";
