import { buildConsole } from "./console.mjs";
import { buildManual } from "./manual.mjs";
import { buildModels } from "./models.mjs";
import { buildProgram } from "./program.mjs";

/** Builds the console's files with the manual, the program with its code cache, and the small models. */
export async function buildAll() {
  await buildConsole();
  await buildManual();
  await buildProgram();
  await buildModels();
}
