/** An edit that must be stopped: the line the answer must name, counted in the new text, and what it must say.
 * `lineOfNew`: the line where a parser notices it that has nothing to compare with. */
type BrokenEdit = { old: string; new: string; line: number; lineOfNew?: number; says: RegExp };

const script = `import { readFile } from "node:fs/promises";

const pattern = /[{(]/;
export class Store {
  async load(path) {
    if (path === "") {
      throw new Error(\`no path: \${path}\`);
    }
    const items = [1, 2, 3];
    return { text: await readFile(path, "utf8"), items };
  }

  size() {
    return 3;
  }
}
`;

const scriptEdits: BrokenEdit[] = [
  { old: "[1, 2, 3];", new: "[1, 2, 3;", line: 9, says: /`\[` here is never closed/ },
  { old: '    if (path === "") {', new: '    if (path === "" {', line: 6, says: /`\(` here is never closed/ },
  { old: "    }\n    const items", new: "    const items", line: 6, says: /`\{` here is never closed/ },
  { old: "    return 3;\n", new: "    return 3;\n    }\n", line: 15, says: /unexpected `\}`/ },
  { old: '"node:fs/promises";', new: '"node:fs/promises;', line: 1, says: /unterminated string/ },
  { old: "const items = [1, 2, 3];", new: "const items = ;", line: 9, says: /unexpected token/ },
  {
    old: "const items = [1, 2, 3];",
    new: "const items = [1, 2, 3] const more = 1;",
    line: 9,
    says: /missing semicolon/,
  },
];

/** By file: a valid text, and what breaks it. */
export const brokenEdits: Readonly<Record<string, { valid: string; edits: readonly BrokenEdit[] }>> = {
  "store.js": { valid: script, edits: scriptEdits },
  "store.ts": {
    valid: script
      .replace("load(path)", "load<T extends string>(path: T)")
      .replace("size()", "size(): number"),
    edits: [
      ...scriptEdits,
      { old: "size(): number", new: "size(): ", line: 13, lineOfNew: 14, says: /unexpected token/ },
    ],
  },
  "types.d.ts": {
    valid:
      "declare const a: number\nexport interface Box<in out T> {\n  value: T\n}\nexport default function (): Box<string>\n",
    edits: [{ old: "  value: T\n}", new: "  value: T\n", line: 2, says: /`\{` here is never closed/ }],
  },
  "panel.tsx": {
    valid:
      "export function Panel({ name }: { name: string }) {\n  return (\n    <section>\n      <p>Don't {name}</p>\n    </section>\n  );\n}\n",
    edits: [
      { old: "</p>", new: "", line: 4, lineOfNew: 5, says: /unterminated JSX/ },
      { old: "{name}</p>", new: "{name</p>", line: 4, says: /unexpected token|unterminated/ },
    ],
  },
  "list.jsx": {
    valid: "export const List = ({ items }) => <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;\n",
    edits: [{ old: "</li>)}", new: "</li>}", line: 1, says: /unexpected token|never closed/ }],
  },
  "tool.py": {
    valid:
      'import os\n\n\nclass Tool:\n    def run(self, names):\n        found = [name for name in names if name]\n        print(f"found {len(found)}")\n        return {"found": found}\n\n    def stop(self):\n        """It\'s done."""\n        return None\n',
    edits: [
      { old: "if name]", new: "if name", line: 6, says: /`\[` here is never closed/ },
      {
        old: "def run(self, names):",
        new: "def run(self, names:",
        line: 5,
        says: /`\(` here is never closed/,
      },
      { old: "def stop(self):", new: "def stop(self)", line: 10, says: /does not fit/ },
      {
        old: 'print(f"found {len(found)}")',
        new: 'print(f"found {len(found)})',
        line: 7,
        says: /never (ends|closed)/,
      },
      { old: "found = [name for", new: "found = = [name for", line: 6, says: /unexpected/ },
    ],
  },
  "main.go": {
    valid:
      'package main\n\nimport "fmt"\n\nfunc main() {\n\tfor i := 0; i < 3; i++ {\n\t\tif i > 1 {\n\t\t\tfmt.Println("it\'s", i, \'{\', `a\n{`)\n\t\t}\n\t}\n}\n',
    edits: [
      { old: "\t\t}\n\t}\n", new: "\t}\n", line: 7, says: /`\{` here is never closed/ },
      { old: "fmt.Println(", new: "fmt.Println((", line: 8, says: /`\(` here is never closed/ },
      { old: "i := 0;", new: "i := ;", line: 6, says: /missing|unexpected/ },
      { old: 'import "fmt"', new: 'import "fmt', line: 3, says: /`"` here never ends/ },
    ],
  },
  "lib.rs": {
    valid:
      "use std::fmt;\n\npub struct Name<'a>(&'a str);\n\nimpl<'a> fmt::Display for Name<'a> {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        let open = '{';\n        let raw = r#\"\"{\"\"#;\n        write!(f, \"{}{}{}\", open, raw, self.0)\n    }\n}\n",
    edits: [
      { old: "self.0)\n    }\n", new: "self.0)\n", line: 6, says: /`\{` here is never closed/ },
      { old: "raw, self.0)", new: "raw, self.0", line: 9, says: /`\(` here is never closed/ },
      { old: "let open = '{';", new: "let open = '{'", line: 7, says: /`;` is missing/ },
      { old: "    }\n}\n", new: "    }\n    }\n}\n", line: 11, says: /unexpected `\}`/ },
    ],
  },
  "App.java": {
    valid:
      "package app;\n\npublic class App {\n    public static void main(String[] args) {\n        for (String arg : args) {\n            System.out.println(\"It's \" + arg + '{');\n        }\n    }\n}\n",
    edits: [
      { old: "        }\n    }\n", new: "    }\n", line: 5, says: /`\{` here is never closed/ },
      { old: "'{');", new: "'{')", line: 6, says: /`;` is missing/ },
      { old: "arg : args)", new: "arg : args", line: 5, says: /`\(` here is never closed/ },
      { old: '"It\'s "', new: "\"It's ", line: 6, says: /`"` here never ends/ },
    ],
  },
  "list.c": {
    valid:
      "#include <stdio.h>\n#ifdef TRACE\n#define OPEN {\n#else\n#define OPEN\n#endif\n\nint main(void)\n{\n#if 0\n  don't {{{\n#endif\n  if (1) {\n    printf(\"{%d}\\n\", 1'000 ? '{' : 0);\n  }\n  return 0;\n}\n",
    edits: [
      { old: "0);\n  }\n", new: "0);\n", line: 13, says: /`\{` here is never closed/ },
      { old: "if (1) {", new: "if (1 {", line: 13, says: /`\(` here is never closed/ },
      { old: "return 0;\n}", new: "return 0;\n}\n}", line: 18, says: /unexpected `\}`/ },
      { old: '"{%d}\\n"', new: '"{%d}\\n', line: 14, says: /`"` here never ends/ },
      { old: "  return 0;", new: "  /* return 0;", line: 16, says: /`\/\*` here never ends/ },
    ],
  },
  "list.hpp": {
    valid:
      '#pragma once\nnamespace app {\ntemplate <typename T> class List {\npublic:\n  Q_OBJECT\n  const char *raw() const { return R"x({(")x"; }\n};\n}\n',
    edits: [{ old: "};\n}\n", new: "};\n", line: 2, says: /`\{` here is never closed/ }],
  },
  "data.json": {
    valid: '{\n  "name": "x",\n  "list": [1, 2]\n}\n',
    edits: [
      { old: '"x",', new: '"x"', line: 2, lineOfNew: 3, says: /comma expected/ },
      { old: "[1, 2]", new: "[1, 2],", line: 3, lineOfNew: 4, says: /expected/ },
      { old: "[1, 2]\n}", new: "[1, 2]\n", line: 1, says: /`\{` here is never closed/ },
      { old: '"name"', new: "name", line: 2, says: /expected|invalid/ },
      { old: "[1, 2]", new: "[1, 2] // why", line: 3, says: /comment/ },
    ],
  },
  "tsconfig.json": {
    valid: '{\n  // why\n  "compilerOptions": { "strict": true, },\n}\n',
    edits: [{ old: "true, },", new: "true, ", line: 3, says: /`\{` here is never closed/ }],
  },
  "config.toml": {
    valid: '[server]\nport = 1\nnames = [\n  "a",\n  "b",\n]\n\n[[user]]\nname = "x"\n',
    edits: [
      { old: "[server]", new: "[server", line: 1, says: /./ },
      { old: "port = 1", new: "port =", line: 2, says: /./ },
      { old: 'name = "x"', new: 'name = "x', line: 9, says: /string|new/ },
    ],
  },
  "ci.yaml": {
    valid:
      'on: [push]\njobs:\n  test:\n    steps:\n      - run: "echo a"\n      - run: |\n          echo {b\n---\nsecond: !tag value\n',
    edits: [
      { old: "on: [push]", new: "on: [push", line: 1, lineOfNew: 2, says: /./ },
      { old: '"echo a"', new: '"echo a', line: 5, lineOfNew: 10, says: /closing/ },
      { old: "  test:\n    steps:", new: "  test:\n\tsteps:", line: 4, says: /tab/i },
    ],
  },
  "run.sh": {
    valid:
      '#!/bin/bash\nset -eu\nfor name in a b; do\n  if [[ $name == a* ]]; then\n    echo "it\'s $(basename "$name")"\n  fi\ndone\ncase "$1" in\n  x) echo x ;;\nesac\n',
    edits: [
      { old: "  fi\n", new: "", line: 6, says: /done/ },
      { old: "b; do", new: "b", line: 3, lineOfNew: 4, says: /if/ },
      { old: "esac\n", new: "", line: 10, says: /end of file/ },
    ],
  },
  "page.html": {
    valid:
      '<!doctype html>\n<html>\n<body>\n<ul><li>a<li>b</ul>\n<div class="x">\n  <p>one<p>two<br>\n  <span>c</span>\n</div>\n<script>if (a < b) { "</div"; }</script>\n</body>\n</html>\n',
    edits: [
      { old: "</span>", new: "", line: 7, says: /`<span>` here is never closed/ },
      { old: "</div>\n", new: "", line: 5, says: /`<div>` here is never closed/ },
      { old: "<span>c", new: "c", line: 7, says: /unexpected `<\/span>`/ },
      { old: 'class="x">', new: 'class="x>', line: 5, lineOfNew: 9, says: /quote/ },
    ],
  },
  "site.css": {
    valid:
      '@media (min-width: 10px) {\n  .a::after { content: "}"; color: red; }\n  .b { background: url(data:image/png;base64,AA==); }\n}\n',
    edits: [
      { old: "color: red; }", new: "color: red;", line: 2, says: /`\{` here is never closed/ },
      { old: '"}"', new: '"}', line: 2, says: /`"` here never ends/ },
      { old: "AA==); }", new: "AA==; }", line: 3, says: /`\(` here is never closed/ },
    ],
  },
};
