import { common, createLowlight } from "lowlight";
import type { Run } from "./highlight.ts";

const lowlight = createLowlight(common);

/** The colour of each class of highlight.js that has one; `code.css` has the rules. */
const looks: Readonly<Record<string, string>> = {
  keyword: "code-key",
  "selector-tag": "code-key",
  literal: "code-key",
  meta: "code-key",
  section: "code-key",
  string: "code-str",
  regexp: "code-str",
  addition: "code-str",
  title: "code-fn",
  built_in: "code-fn",
  attr: "code-fn",
  attribute: "code-fn",
  name: "code-fn",
  type: "code-fn",
  property: "code-fn",
  "selector-class": "code-fn",
  number: "code-num",
  symbol: "code-num",
  variable: "code-num",
  "template-variable": "code-num",
  comment: "code-note",
  quote: "code-note",
  deletion: "code-gone",
  emphasis: "italic",
  strong: "font-semibold",
};

/** The colours of `text`, as lengths: they cannot change it. Undefined for an unknown language. */
export function runsOf(language: string, text: string): readonly Run[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  const runs: [length: number, look: string][] = [];
  type Nodes = ReturnType<typeof lowlight.highlight>["children"];
  const add = (nodes: Nodes, inherited: string) => {
    for (const node of nodes) {
      if (node.type === "element") {
        const [name] = Array.isArray(node.properties.className) ? node.properties.className : [];
        add(node.children, looks[String(name).replace("hljs-", "")] ?? inherited);
      } else if (node.type === "text") {
        const last = runs.at(-1);
        if (last?.[1] === inherited) last[0] += node.value.length;
        else runs.push([node.value.length, inherited]);
      }
    }
  };
  add(lowlight.highlight(language, text).children, "");
  return runs;
}
