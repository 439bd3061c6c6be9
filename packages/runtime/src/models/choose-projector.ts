/** A precision at the end of a file name, which differs between quantisations of one model. */
const precision = /[-_.](i?q\d\w*|u?d?-?f16|bf16|f32|mxfp4\w*|model)$/i;
const withoutPrecision = (name: string) => {
  let rest = name;
  while (precision.test(rest)) rest = rest.replace(precision, "");
  return rest.toLowerCase();
};

/**
 * The projector in a folder that belongs to a model: one with its name, or one without a name when the folder has only quantisations of
 * that model. A wrong one would prevent the engine's start. Names without `.gguf`.
 */
export function chooseProjector(
  model: string,
  models: readonly string[],
  projectors: readonly string[],
): string | undefined {
  const own = withoutPrecision(model);
  const alone = models.every((other) => withoutPrecision(other) === own);
  return [...projectors].sort().find((projector) => {
    const [before = "", after = ""] = projector.split(/[-_.]?mmproj[-_.]?/i);
    const name = withoutPrecision(`${before || after ? "-" : ""}${before || after}`).replace(/^-/, "");
    return name === "" ? alone : own.startsWith(name);
  });
}
