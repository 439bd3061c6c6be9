export type { Token, Tokens } from "marked";
export { lex } from "./dialect.ts";
export { isMarkdown } from "./fence.ts";
export { texOf } from "./tex.ts";
