import * as z from 'zod/mini';

const Change = z.object({
  change: z.enum(['added', 'changed', 'removed', 'kept']),
  /** Aspects that become as the document has them. */
  aspects: z.array(z.string()),
  /** Aspects that stay as they were edited. */
  kept: z.array(z.string()),
});

/** Effect of an import on one tool. */
const ToolImport = z.extend(Change, {
  name: z.string(),
  /** The operation of the document, by which it is chosen. */
  operation: z.string(),
});
export type ToolImport = z.infer<typeof ToolImport>;

/** Effect of an import on one API. */
const ApiImport = z.extend(Change, { id: z.string(), baseUrl: z.string() });
export type ApiImport = z.infer<typeof ApiImport>;

/** Differences that an import of a document makes to a server; what stays the same is left out. */
export const ImportChanges = z.object({
  /** An earlier version of the document is in the server. */
  isAgain: z.boolean(),
  title: z.string(),
  /** SHA-256 of the document, hexadecimal. */
  hash: z.string(),
  tools: z.array(ToolImport),
  apis: z.array(ApiImport),
});
export type ImportChanges = z.infer<typeof ImportChanges>;

/** The changes of an import that somebody has chosen. */
export interface TakenChanges {
  /** Operations of tools. */
  operations: readonly string[];
  /** Addresses and authentication of APIs that are known already. */
  apis: boolean;
}
