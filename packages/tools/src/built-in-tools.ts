import type { Tool } from "@kestrel/core";
import { changeWatch } from "./change/change-watch.ts";
import { editTool } from "./change/edit-tool.ts";
import { writeTool } from "./change/write-tool.ts";
import type { ToolHouse } from "./house.ts";
import { readTool } from "./read/read-tool.ts";
import { searchTool } from "./search/search-tool.ts";
import { shellTool } from "./shell/shell-tool.ts";
import { syntaxCheckers } from "./syntax/syntax-checkers.ts";
import { todoTool } from "./todo/todo-tool.ts";

/** The tools every session has, in their fixed order: it is part of the prefix. */
export function builtInTools(house: ToolHouse): readonly Tool[] {
  const watch = changeWatch(house.syntaxChecker ?? syntaxCheckers());
  return [
    readTool(house),
    searchTool(house),
    editTool(house, watch),
    writeTool(house, watch),
    shellTool(house),
    todoTool(),
  ];
}
