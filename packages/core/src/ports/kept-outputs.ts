/** Outputs of calls that were too long to show, whole. Implemented by `@kestrel/tools`. */
export interface KeptOutputs {
  /**
   * The first `most` UTF-16 units of the output stored as a result's `spillFile`. Undefined for any other name and for an
   * unreadable file. Never rejects.
   */
  read(spillFile: string, most: number): Promise<string | undefined>;
}
