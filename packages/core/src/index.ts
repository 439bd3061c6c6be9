export { applyEdit } from "./landing/apply-edit.ts";
export { parseToolCalls } from "./landing/parse-tool-calls.ts";
export { repairArguments } from "./landing/repair-arguments.ts";
export type {
  Edit,
  EditRefusal,
  EditResult,
  JSONSchema,
  LandedCall,
  LandedReply,
  OpenAITool,
  RejectedCall,
  RepairedArguments,
  ReplyContext,
} from "./landing/shapes.ts";
