/** Compatibility date of every dynamic Worker: the product's own (`wrangler.toml`). */
export const COMPATIBILITY_DATE = '2026-10-12';

/** CPU time of one call in a dynamic Worker, milliseconds; enforced where deployed. */
export const CALL_CPU_MS = 2_000;
/** CPU time of one import, milliseconds; GitHub's document of 12.7 MB takes some seconds. */
export const IMPORT_CPU_MS = 30_000;

/** How long one tool call may take, milliseconds, its upstream calls included. */
export const CALL_DEADLINE_MS = 60_000;
/** How long one import may take, milliseconds. */
export const IMPORT_DEADLINE_MS = 60_000;
