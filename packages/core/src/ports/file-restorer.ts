import type { FileRestoration } from "@kestrel/protocol";
import type { WantedFile } from "@kestrel/session-state";

/**
 * Puts files back. Implemented by `@kestrel/tools`, within the bounds of the tools that write.
 *
 * - A file is touched only while it is exactly what the session left, by its bytes; every other is `refused`, and the others go on.
 * - Each file is replaced in one step. What it held is kept first, so that a restoration can be taken back as well.
 * - `preview` answers what `restore` would do now, and changes nothing.
 */
export interface FileRestorer {
  preview(workspace: string, wanted: readonly WantedFile[]): Promise<FileRestoration>;
  restore(workspace: string, wanted: readonly WantedFile[]): Promise<FileRestoration>;
}
