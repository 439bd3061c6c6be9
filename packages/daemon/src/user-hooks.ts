import type { HookTrial, ListedHooks } from "@kestrel/protocol/api";

/** The user's hooks, for clients. Listing runs none. `workspace` is empty without a folder. */
export type UserHooks = {
  list(workspace: string): Promise<ListedHooks>;
  /** Runs one hook on sample data, in that folder or in an empty one. Undefined for an unknown name. */
  test(name: string, workspace: string): Promise<HookTrial | undefined>;
  /** Unloads the plugins. */
  close?(): void | Promise<void>;
};
