import { z } from "zod";

/** Entries of a list that are looked at: more models than any server has, and their names in a few milliseconds. */
const mostEntries = 2_000;

/** Words that one entry lists. */
const mostWords = 32;

/** Nothing of it is looked at yet. */
const anyList = z.custom<readonly unknown[]>(Array.isArray);

/** The valid ones among the first entries of a server's list. A schema for the whole list would write a complaint for each of a million. */
export function listed<Schema extends z.ZodType>(entry: Schema) {
  return anyList.transform((entries): z.output<Schema>[] =>
    entries.slice(0, mostEntries).flatMap((one) => {
      const { success, data } = entry.safeParse(one);
      return success ? [data] : [];
    }),
  );
}

/** A list of words within such an entry. */
export const listedWords = anyList.transform((words) =>
  words.slice(0, mostWords).filter((word) => typeof word === "string"),
);
