import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { ConsoleState } from "./console-state.ts";
import type { ConsoleStore } from "./console-store.ts";

const ConsoleContext = createContext<ConsoleStore | undefined>(undefined);

export function ConsoleProvider({ store, children }: { store: ConsoleStore; children: ReactNode }) {
  return <ConsoleContext value={store}>{children}</ConsoleContext>;
}

export function useConsoleStore(): ConsoleStore {
  const store = useContext(ConsoleContext);
  if (!store) throw new Error("no store above this component");
  return store;
}

/** Selects a part of the state; the component renders again when that part changes. `pick` must return a part, not a new value. */
export function useConsole<Part>(pick: (state: ConsoleState) => Part): Part {
  const store = useConsoleStore();
  return useSyncExternalStore(store.subscribe, () => pick(store.state()));
}
