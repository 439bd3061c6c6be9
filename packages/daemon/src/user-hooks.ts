import type { HookTrial, ListedHooks } from "@kestrel/protocol/api";

/** What a client asks about hooks; none is asked by being listed. `workspace` is empty where no folder is meant. */
export type UserHooks = {
  list(workspace: string): Promise<ListedHooks>;
  /** Asks one about something made up, in that folder or in an empty one; undefined when there is none of that name. */
  test(name: string, workspace: string): Promise<HookTrial | undefined>;
  /** Lets go of the plugins that were loaded. */
  close?(): void | Promise<void>;
};
