import type { Tool } from "@kestrel/core";
import { askUserTool } from "./ask-user/ask-user-tool.ts";
import { changeWatch } from "./change/change-watch.ts";
import { editTool } from "./change/edit-tool.ts";
import { writeTool } from "./change/write-tool.ts";
import { GuardedPlaces } from "./confine/guarded-places.ts";
import { jobTable } from "./jobs/job-table.ts";
import { jobTool } from "./jobs/job-tool.ts";
import { readTool } from "./read/read-tool.ts";
import { searchTool } from "./search/search-tool.ts";
import { shellTool } from "./shell/shell-tool.ts";
import { todoTool } from "./todo/todo-tool.ts";
import type { ToolDependencies } from "./tool-dependencies.ts";
import { textWorker } from "./worker/text-worker.ts";

/** The tools every session has, in their fixed order: it is part of the prefix. */
export function builtInTools(given: ToolDependencies): readonly Tool[] {
  const dependencies = { guardedPlaces: new GuardedPlaces(), ...given };
  const worker = textWorker(dependencies.workerProgram, dependencies.textPatience);
  const watch = changeWatch(dependencies.syntaxChecker ?? worker, worker);
  const parts = { dependencies, watch };
  return [
    readTool(dependencies),
    searchTool(dependencies),
    editTool(parts),
    writeTool(parts),
    shellTool(dependencies),
    todoTool(),
    jobTool(dependencies, dependencies.jobs ?? jobTable()),
    askUserTool(),
  ];
}
