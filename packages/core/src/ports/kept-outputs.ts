/** Outputs of calls that were too long to show, whole. Implemented by `@kestrel/tools`. */
export interface KeptOutputs {
  /**
   * The first `most` UTF-16 units of what lies under the name that the result of a call gave (`spillFile`). Undefined for
   * everything else, and where it cannot be read. Never rejects.
   */
  read(spillFile: string, most: number): Promise<string | undefined>;
}
