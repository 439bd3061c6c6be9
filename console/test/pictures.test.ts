import { describe, expect, it } from "vitest";
import { judgePictures, mostTogether } from "../src/features/chat/judge-pictures.ts";

const mebibyte = 1_048_576;
const picture = (size = 1_000, type = "image/png") => ({ size, type });

describe("pictures beside a message", () => {
  it("are taken when the model sees and they are of the four kinds", () => {
    const files = ["png", "jpeg", "webp", "gif"].map((kind) => picture(1_000, `image/${kind}`));
    expect(judgePictures([], files, true)).toEqual({ taken: files, refusal: undefined });
  });

  it("are not taken by a model that does not see", () => {
    expect(judgePictures([], [picture()], false)).toEqual({ taken: [], refusal: "blind" });
    expect(judgePictures([], [], false)).toEqual({ taken: [], refusal: undefined });
  });

  it.each([
    ["kind", picture(1_000, "image/svg+xml")],
    ["kind", picture(1_000, "application/pdf")],
    ["kind", picture(0)],
    ["size", picture(5 * mebibyte + 1)],
  ] as const)("of a wrong %s are left out and the others kept", (refusal, wrong) => {
    const right = picture();
    expect(judgePictures([], [wrong, right], true)).toEqual({ taken: [right], refusal });
  });

  it("are at most four, those that are there already counted", () => {
    const three = [picture(), picture(), picture()];
    const judged = judgePictures(three, [picture(), picture()], true);
    expect(judged).toMatchObject({ refusal: "count" });
    expect(judged.taken).toHaveLength(1);
  });

  it("fit together into one request", () => {
    const large = picture(5 * mebibyte);
    const judged = judgePictures([large, large], [large, picture(mebibyte)], true);
    expect(judged).toEqual({ taken: [picture(mebibyte)], refusal: "together" });
    expect(Math.ceil(mostTogether / 3) * 4).toBeLessThan(20 * mebibyte);
  });
});
