import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

type Files = Record<string, string>;
type Job = {
  id: string;
  kind: string;
  prompt: string;
  files: Files;
  solution?: Files;
  answer?: string;
  wrong: (Files | string)[];
};
// The runner is plain JavaScript, as the other scripts are.
const part = (name: string) => import(new URL(`../bench/weak/${name}`, import.meta.url).href);
const { jobs }: { jobs: readonly Job[] } = await part("jobs.mjs");
const {
  gradeJob,
  layFiles,
}: {
  gradeJob(job: Job, folder: string, answer?: string): Promise<string | undefined>;
  layFiles(folder: string, files: Files): void;
} = await part("grade-job.mjs");

const graded = async (job: Job, attempt: Files | string) => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-weak-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  layFiles(folder, job.files);
  if (typeof attempt === "string") return gradeJob(job, folder, attempt);
  layFiles(folder, attempt);
  return gradeJob(job, folder);
};

describe("the jobs for weak models", () => {
  it.each(jobs.map((job) => [job.id, job] as const))(
    "%s: untouched fails, the solution passes, wrong attempts fail",
    async (_id, job) => {
      expect(await graded(job, {})).toBeDefined();
      expect(await graded(job, job.solution ?? job.answer ?? {})).toBeUndefined();
      for (const attempt of job.wrong)
        expect(await graded(job, attempt), JSON.stringify(attempt)).toBeDefined();
    },
  );

  it("are at least twelve, a third of them Chinese, and of several kinds", () => {
    const chinese = jobs.filter(({ prompt }) => /\p{Script=Han}/u.test(prompt));
    expect(jobs.length).toBeGreaterThanOrEqual(12);
    expect(chinese.length * 3).toBeGreaterThanOrEqual(jobs.length);
    expect(new Set(jobs.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
  });
});
