import * as z from 'zod';

const MAX_NAMES = 1_000;
const MAX_GROUPS = 100;

/** The fields by which operations of a document and tools of a server are chosen, wherever that is done. */
export const OPERATION_FIELDS = {
  names: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(MAX_NAMES)
    .optional()
    .describe('Names of tools, operationIds, or method and path: "GET /users/{id}".'),
  tags: z.array(z.string().min(1).max(200)).min(1).max(MAX_GROUPS).optional(),
  paths: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(MAX_GROUPS)
    .optional()
    .describe('"/users" with all below it, or a pattern: * within a segment, ** across them.'),
  methods: z.array(z.string().min(1).max(32)).min(1).max(20).optional(),
};

/** A choice of operations: those that are named, and those that fit tags, paths and methods together. */
export const OperationSelector = z
  .strictObject(OPERATION_FIELDS)
  .refine((choice) => Object.values(choice).some((field) => field !== undefined), {
    error: 'Give at least one of names, tags, paths and methods.',
  });
export type OperationSelector = z.infer<typeof OperationSelector>;
