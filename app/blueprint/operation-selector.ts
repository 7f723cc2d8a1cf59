import * as z from 'zod';

const Some = z.array(z.string()).min(1).optional();

/**
 * The fields by which operations of a document and tools of a server are chosen, wherever that is done:
 * `search_operations` explains them once.
 */
export const OPERATION_FIELDS = { names: Some, tags: Some, paths: Some, methods: Some };

/** A choice of operations: those that are named, and those that fit tags, paths and methods together. */
export const OperationSelector = z
  .strictObject(OPERATION_FIELDS)
  .refine((choice) => Object.values(choice).some((field) => field !== undefined), {
    error: 'Give at least one of names, tags, paths and methods.',
  });
export type OperationSelector = z.infer<typeof OperationSelector>;
