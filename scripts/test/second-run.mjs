/** More broken files than this are no matter of luck. */
const mostFiles = 12;

/**
 * The files to run a second time, alone: those in which something failed. None where too much failed, or where nobody knows
 * which file an error came from.
 */
export function filesToRepeat({ tests, broken }) {
  const failed = [...tests.filter(({ state }) => state === "failed"), ...broken].map(({ file }) => file);
  const files = [...new Set(failed)];
  return files.length > mostFiles || files.includes(undefined) ? [] : files;
}

/**
 * What two runs come to, the second of some files alone; without a second one, what the first comes to. A test that passed in one of them
 * passed, and is named where it failed in the other: `unsteady` holds those. What is broken outside of tests counts as one each.
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
  // Those that a file could not even name the first time.
  for (const { state } of again.values()) counts[state in counts ? state : "skipped"] += 1;
  if (second) {
    counts.failed += second.broken.length;
    const still = new Set(second.broken.map(({ file }) => file));
    unsteady.push(...first.broken.filter(({ file }) => !still.has(file)));
  } else counts.failed += first.broken.length;
  return { ...counts, unsteady };
}

/** A file may hold two tests of one name: they keep their order. */
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
