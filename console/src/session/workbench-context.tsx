import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Board } from "./board.ts";
import type { Workbench } from "./workbench.ts";

const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function WorkbenchProvider({ workbench, children }: { workbench: Workbench; children: ReactNode }) {
  return <WorkbenchContext value={workbench}>{children}</WorkbenchContext>;
}

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error("no workbench above this component");
  return workbench;
}

/** One part of the board; the component draws again when that part changes. `pick` must return a part, not a new value. */
export function useBoard<Part>(pick: (board: Board) => Part): Part {
  const workbench = useWorkbench();
  return useSyncExternalStore(workbench.subscribe, () => pick(workbench.board()));
}
