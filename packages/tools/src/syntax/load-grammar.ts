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
  // V8 would compile the grammars' one huge function again, for speed, and the whole process would wait for it: measured
  // 0.3 to 2.8 s. Unoptimised it reads a source file as fast, and takes less memory.
  setFlagsFromString("--liftoff-only");
  // The package is one UMD file: to a module all of it is the default export.
  const { default: module } = await import("@vscode/tree-sitter-wasm");
  let folder = "";
  // The runtime tells where it lies; the grammars lie beside it, wherever the package was installed.
  await module.Parser.init({
    locateFile: (file: string, from: string) => {
      folder = from;
      return from + file;
    },
  });
  return { module, folder };
}
