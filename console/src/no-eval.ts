/**
 * The console's policy forbids code from strings, and zod would probe for it while its schemas are built.
 * This must be the first import of the program: zod reads the setting when `protocol` is loaded.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
