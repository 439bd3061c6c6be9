import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const zodImport = /^import \{ z \} from "zod";$/m;
const ownImport = /^import \{([^}]*)\} from "(@kestrel\/[^"]+)";$/gm;
const seldomUsed = /^import \{([^}]*)\} from "(node:(?:child_process|fs\/promises|timers\/promises))";$/gm;
const listed = /^export \{([^}]*)\} from "([^"]+)";$/gm;

/**
 * Imports load only what they name. An index file evaluates every file that it lists, which was half of a terminal's start, so each name is
 * imported from its own file. zod as one value is all of zod; as named imports only the used parts stay. Parts of Node that take milliseconds
 * to load, and that no prompt needs, are loaded at the first use of one of their names.
 */
export const byName = {
  name: "by-name",
  setup(esbuild) {
    const doors = new Map();
    const doorAt = (path) => {
      if (!doors.has(path)) doors.set(path, namesOfDoor(path));
      return doors.get(path);
    };
    const pathOf = async (specifier, from) => {
      const resolveDir = dirname(from);
      if (specifier.startsWith(".")) return resolve(resolveDir, specifier);
      return (await esbuild.resolve(specifier, { resolveDir, kind: "import-statement" })).path;
    };
    /** The file behind an index's name, and the name there. */
    const behind = async (specifier, name, from) => {
      const path = await pathOf(specifier, from);
      const found = (await doorAt(path)).get(name);
      return found ? behind(found.specifier, found.name, path) : { path, name };
    };
    const imported = async ([whole, names, specifier], from) => {
      const lines = await Promise.all(
        namesIn(names).map(async ({ name, as }) => {
          const file = await behind(specifier, name, from);
          return `import { ${file.name} as ${as} } from ${JSON.stringify(file.path)};`;
        }),
      );
      // Keeps the lines below where the source map has them.
      return lines.join(" ") + whole.replaceAll(/[^\n]+/g, "");
    };
    esbuild.onLoad({ filter: /[/\\]packages[/\\][\w-]+[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      let contents = (await readFile(path, "utf8")).replace(zodImport, 'import * as z from "zod";');
      contents = contents.replaceAll(seldomUsed, (line, names, part) => {
        const used = namesIn(names).map(({ name }) => name);
        return used.length === 0 ? line : line.replace(part, `lazy:${part}?${used}`);
      });
      for (const found of [...contents.matchAll(ownImport)]) {
        const instead = await imported(found, path);
        contents = contents.replace(found[0], () => instead);
      }
      return { contents, loader: "ts" };
    });
    esbuild.onResolve({ filter: /^lazy:/ }, ({ path }) => ({ path, namespace: "lazy-names" }));
    esbuild.onLoad({ filter: /./, namespace: "lazy-names" }, ({ path }) => {
      const [part, names] = path.slice("lazy:".length).split("?");
      const getters = names.split(",").map((name) => `get ${name}() { return all().${name}; }`);
      const contents = `let made; const all = () => (made ??= require("${part}"));
        module.exports = { ${getters.join(", ")} };`;
      return { contents };
    });
  },
};

async function namesOfDoor(path) {
  const names = new Map();
  for (const [, list, specifier] of (await readFile(path, "utf8")).matchAll(listed))
    for (const { name, as } of namesIn(list)) names.set(as, { specifier, name });
  return names;
}

/** The values of a list; types do not exist at run time. */
function namesIn(list) {
  const names = list.split(",").map((one) => one.trim());
  return names
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => {
      const [name, as = name] = one.split(" as ");
      return { name, as };
    });
}
