/**
 * The console's policy forbids code from strings, and zod would probe for it while building its schemas. This must be the program's first
 * import: zod reads the setting when `protocol` is loaded.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
