export { builtInTools } from "./built-in-tools.ts";
export { type Blobs, fileBlobs } from "./change/file-blobs.ts";
export { describeMachine } from "./machine/describe-machine.ts";
export { keptPictures } from "./pictures/kept-pictures.ts";
export { stopCommand } from "./stop-command/stop-command.ts";
export type { Language } from "./syntax/language-of.ts";
export type { SyntaxChecker, SyntaxProblem } from "./syntax/syntax-checker.ts";
export type { ToolDependencies } from "./tool-dependencies.ts";
