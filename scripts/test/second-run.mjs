/** With more broken files than this, chance is not the cause. */
const mostFiles = 12;

/** The files to run a second time, alone: those with a failure. Empty when too much failed, or an error has no known file. */
export function filesToRepeat({ tests, broken }) {
  const failed = [...tests.filter(({ state }) => state === "failed"), ...broken].map(({ file }) => file);
  const files = [...new Set(failed)];
  return files.length > mostFiles || files.includes(undefined) ? [] : files;
}

/**
 * The result of two runs, the second of some files only; without a second one, of the first. A test that passed in one of them passed, and
 * is listed in `unsteady` if it failed in the other. Failures outside of tests count as one each.
 */
export function judge(first, second) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const unsteady = [];
  const again = byKey(second?.tests ?? []);
  for (const [key, test] of byKey(first.tests)) {
    const runs = [test, again.get(key) ?? test];
    again.delete(key);
    const failure = runs.find(({ state }) => state === "failed");
    if (runs.some(({ state }) => state === "passed")) {
      counts.passed += 1;
      if (failure) unsteady.push(failure);
    } else counts[failure ? "failed" : "skipped"] += 1;
  }
  // Tests that a file could not even report the first time.
  for (const { state } of again.values()) counts[state in counts ? state : "skipped"] += 1;
  if (second) {
    counts.failed += second.broken.length;
    const still = new Set(second.broken.map(({ file }) => file));
    unsteady.push(...first.broken.filter(({ file }) => !still.has(file)));
  } else counts.failed += first.broken.length;
  return { ...counts, unsteady };
}

/** A file may contain two tests of one name: they keep their order. */
function byKey(tests) {
  const keyed = new Map();
  for (const test of tests) {
    const { project, file, name } = test;
    let key = "";
    for (let same = 0; key === "" || keyed.has(key); same++)
      key = JSON.stringify([project, file, name, same]);
    keyed.set(key, test);
  }
  return keyed;
}
