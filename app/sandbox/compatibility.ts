/** Compatibility date of every dynamic Worker: the product's own (`wrangler.toml`). */
export const COMPATIBILITY_DATE = '2026-10-12';

/** CPU time limit of one call in a dynamic Worker, in milliseconds; enforced only when deployed. */
export const CALL_CPU_MS = 2_000;
/** CPU time limit of one import, in milliseconds; GitHub's document of 12.7 MB takes some seconds. */
export const IMPORT_CPU_MS = 30_000;

/** Time limit of one tool call including its upstream calls, in milliseconds. */
export const CALL_DEADLINE_MS = 60_000;
/** Time limit of one import, in milliseconds. */
export const IMPORT_DEADLINE_MS = 60_000;
