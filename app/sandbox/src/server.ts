import type { ServerDefinition } from '#app/runtime/definition.ts';

/** Stands where an artifact's generated `src/server.ts` lies once it is loaded. */
export declare const server: ServerDefinition;
