import type { Tool } from "@kestrel/core";
import { changeWatch } from "./change/change-watch.ts";
import { editTool } from "./change/edit-tool.ts";
import { writeTool } from "./change/write-tool.ts";
import type { ToolHouse } from "./house.ts";
import { readTool } from "./read/read-tool.ts";
import { searchTool } from "./search/search-tool.ts";
import { shellTool } from "./shell/shell-tool.ts";
import { todoTool } from "./todo/todo-tool.ts";
import { textWorker } from "./worker/text-worker.ts";

/** The tools every session has, in their fixed order: it is part of the prefix. */
export function builtInTools(house: ToolHouse): readonly Tool[] {
  const worker = textWorker(house.workerProgram);
  const watch = changeWatch(house.syntaxChecker ?? worker, worker);
  return [
    readTool(house),
    searchTool(house),
    editTool(house, watch),
    writeTool(house, watch),
    shellTool(house),
    todoTool(),
  ];
}
