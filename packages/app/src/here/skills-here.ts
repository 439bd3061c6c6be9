import type { Library } from "@kestrel/core";
import { dataPaths, prepareFolders, userLibrary, workspaceTrust } from "@kestrel/store";

/** The user's prompts and skills, and those of folders they trust, without a daemon. */
export async function skillsHere(): Promise<Library> {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  return userLibrary(paths, workspaceTrust(paths));
}
