/** The sample project for new users. Its check fails until the greeting is corrected. */
export const sampleProject: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "greeter", private: true, type: "module", scripts: { check: "node check.js" } }, null, 2)}\n`,
  "README.md": "# Greeter\n\nA very small project to try things on. `node check.js` says whether it works.\n",
  "greeting.js": [
    "/** Greets somebody by name. */",
    "export function greeting(name) {",
    "  return `Hello ${" + "name}`;",
    "}",
    "",
  ].join("\n"),
  "check.js": [
    'import { greeting } from "./greeting.js";',
    "",
    'const expected = "Hello, Ada!";',
    'const actual = greeting("Ada");',
    "if (actual !== expected) {",
    "  console.error(`check failed: expected ${" + "expected} but got ${" + "actual}`);",
    "  process.exit(1);",
    "}",
    'console.log("check passed");',
    "",
  ].join("\n"),
};
