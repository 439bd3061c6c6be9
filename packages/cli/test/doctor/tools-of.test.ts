import { expect, it } from "vitest";
import { toolsOf } from "../../src/doctor/check-model.ts";

it("a model that makes no call is never well: a demonstration model is a warning with the way to another, others are broken", () => {
  const demo = (running: boolean) => toolsOf({ calls: "none" }, { notice: "demonstration", running });
  expect(demo(false)).toEqual({
    level: "warn",
    sentence: "doctor.tools.fail",
    fix: "kestrel serve --model /path/to/model.gguf",
  });
  expect(demo(true).fix).toBe("kestrel stop; kestrel serve --model /path/to/model.gguf");
  expect(toolsOf({ calls: "none" }, { notice: undefined, running: false })).toMatchObject({
    ...{ level: "fail", fix: "kestrel models" },
  });
  expect(toolsOf({ calls: "native" }, { notice: "demonstration", running: false })).toEqual({
    ...{ level: "ok", sentence: "doctor.tools.ok" },
  });
});
