import { z } from "zod";

/** The origin of a model: built in, a file, or a server and the model's name there. */
export const ModelOrigin = z.union([
  z.strictObject({ builtIn: z.literal(true) }),
  z.strictObject({ path: z.string().max(4096) }),
  z.strictObject({ url: z.string().max(2048), model: z.string().max(400).optional() }),
]);
export type ModelOrigin = z.infer<typeof ModelOrigin>;
