import { dataPaths, makeProjectData } from "@kestrel/store";

/** Makes the data folder of a project and remembers it in the user's own configuration; its path. */
export function makeProjectDataHere(folder: string): Promise<string> {
  return makeProjectData(folder, dataPaths(process.env).config);
}
