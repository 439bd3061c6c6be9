import type { Node, Parser, Tree } from "@vscode/tree-sitter-wasm";
import type { FoundProblems, SyntaxProblem } from "./syntax-checker.ts";

const mostProblems = 50;
const shown = 40;

/** Finds problems with a tree-sitter grammar; gives up after `patience` milliseconds. */
export function treeProblems(parser: Parser, patience: number): (text: string) => FoundProblems {
  return (text) => {
    const until = performance.now() + patience;
    // A truthy return value stops the parser, contrary to its types.
    const progressCallback = () => performance.now() > until;
    let tree: Tree | null = null;
    try {
      tree = parser.parse(text, null, { progressCallback });
      if (!tree) {
        parser.reset();
        return undefined;
      }
      return tree.rootNode.hasError ? gather(tree.rootNode) : [];
    } finally {
      tree?.delete();
    }
  };
}

/** The innermost errors: an outer one only contains them. */
function gather(root: Node): SyntaxProblem[] {
  const found: SyntaxProblem[] = [];
  const visit = (node: Node): boolean => {
    if (found.length >= mostProblems) return true;
    if (node.isMissing) {
      found.push(missing(node));
      return true;
    }
    let inner = false;
    if (node.hasError) for (const child of node.children) inner = (child ? visit(child) : false) || inner;
    if (inner || !node.isError) return inner;
    found.push(unexpected(node));
    return true;
  };
  visit(root);
  return found;
}

function missing({ type, startPosition }: Node): SyntaxProblem {
  return { line: startPosition.row + 1, key: `missing ${type}`, what: `\`${type}\` is missing` };
}

function unexpected(node: Node): SyntaxProblem {
  const words = node.text.trim().split("\n")[0]?.slice(0, shown) ?? "";
  return {
    line: node.startPosition.row + 1,
    key: `unexpected ${node.firstChild?.type ?? words}`,
    what: words === "" ? "something is missing" : `unexpected \`${words}\``,
  };
}
