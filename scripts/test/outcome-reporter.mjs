import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** A Vitest reporter that writes the result of each test to the file in `KESTREL_TEST_OUTCOME`. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from its file's default export.
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandled) {
    const tests = [];
    const broken = [];
    for (const module of modules) {
      const file = named(module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        tests.push({
          file,
          name: test.fullName,
          project: module.project.name,
          state,
          error: firstLine(errors),
        });
      }
      // Failures outside of tests: an import, a hook of the whole file, a hook of a group.
      const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
      if (errors.length > 0) broken.push({ file, error: firstLine(errors) });
    }
    for (const error of unhandled) {
      broken.push({
        file: error.VITEST_TEST_PATH && named(error.VITEST_TEST_PATH),
        error: firstLine([error]),
      });
    }
    writeFileSync(process.env.KESTREL_TEST_OUTCOME, JSON.stringify({ tests, broken }));
  }
}

const named = (path) => relative(process.cwd(), path);

function firstLine(errors = []) {
  const [error] = errors;
  return error && String(error.message ?? error).split("\n", 1)[0];
}
