import { setFlagsFromString } from "node:v8";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";

type Runtime = { module: Pick<typeof TreeSitter, "Language" | "Parser">; folder: string };

let runtime: Promise<Runtime> | undefined;
const languages = new Map<string, Promise<TreeSitter.Language>>();

/** A new parser for a grammar of the package, such as `python`; `delete` frees it. Rejects when the grammar cannot be loaded. */
export async function loadGrammar(name: string): Promise<TreeSitter.Parser> {
  runtime ??= start();
  const { module, folder } = await runtime;
  const language = languages.get(name) ?? module.Language.load(`${folder}tree-sitter-${name}.wasm`);
  languages.set(name, language);
  const parser = new module.Parser();
  return parser.setLanguage(await language);
}

async function start(): Promise<Runtime> {
  // V8 would recompile the grammars' one huge function with its optimizer and block the process for 0.3 to 2.8 s (measured). Unoptimised
  // code parses a source file as fast and takes less memory.
  setFlagsFromString("--liftoff-only");
  // The package is one UMD file: an ES module gets it as the default export.
  const { default: module } = await import("@vscode/tree-sitter-wasm");
  let folder = "";
  // The grammars are beside the runtime, wherever the package is installed.
  await module.Parser.init({
    locateFile: (file: string, from: string) => {
      folder = from;
      return from + file;
    },
  });
  return { module, folder };
}
