export { mendArguments, repairArguments } from "./arguments/mend-arguments.ts";
export { type FileBlock, readFileBlocks } from "./readers/file-blocks.ts";
export { ToolIndex } from "./readers/tool-index.ts";
export { callsEnd } from "./reply/calls-end.ts";
export { findCalls, parseToolCalls } from "./reply/find-calls.ts";
export { inventedResult } from "./reply/invented-result.ts";
export type {
  FoundCalls,
  JSONSchema,
  LandedCall,
  LandedReply,
  MendedArguments,
  OpenAITool,
  ParseOptions,
  RefusedCall,
  RejectedCall,
  RepairedArguments,
} from "./shapes.ts";
