import type { ServerDefinition } from '#app/runtime/definition.ts';

/** Placeholder for an artifact's generated `src/server.ts`. */
export declare const server: ServerDefinition;
