export { parseToolCalls } from "./parse-tool-calls.ts";
export { repairArguments } from "./repair-arguments.ts";
