export { applyEdit } from "./apply-edit.ts";
export type { Edit, EditProblem, EditRefusal } from "./edit.ts";
export { emptiedLine } from "./emptied-line.ts";
