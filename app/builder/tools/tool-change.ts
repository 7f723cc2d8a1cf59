import * as z from 'zod';

import { JsonValueSchema } from '#app/blueprint/json.ts';

/** One argument of a tool, as a model gives it: added, or changed where the name is known. */
export const ArgumentChange = z.strictObject({
  name: z.string().min(1).max(100),
  in: z
    .enum(['path', 'query', 'header', 'body'])
    .optional()
    .describe('Where it goes in the request. For a new one: query for GET and DELETE, else body.'),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']).optional(),
  required: z.boolean().optional(),
  description: z.string().max(2_000).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(200)
    .optional(),
  default: JsonValueSchema.optional(),
});
export type ArgumentChange = z.infer<typeof ArgumentChange>;

/** A tool to add, or what is to change about one. */
export const ToolChange = z.strictObject({
  name: z.string().describe('1 to 64 letters, digits, or any of _ . -; verb first: get_user.'),
  title: z.string().max(200).optional(),
  description: z
    .string()
    .max(4_000)
    .optional()
    .describe('What it does and when to use it: all that a model knows of it.'),
  enabled: z.boolean().optional(),
  request: z
    .strictObject({
      method: z.string().regex(/^[A-Za-z]+$/, 'must be an HTTP method'),
      url: z
        .string()
        .max(2_048)
        .describe('Absolute, or a path below the upstream. {name} marks an argument.'),
    })
    .optional(),
  arguments: z.array(ArgumentChange).max(100).optional(),
  removeArguments: z.array(z.string()).max(100).optional(),
  keep: z
    .array(z.string().min(1))
    .max(200)
    .optional()
    .describe("Properties of the answer that are kept, of an object or of a list's; empty: all."),
  confirm: z
    .boolean()
    .optional()
    .describe('Asks the person before it runs: marks the tool as one that destroys.'),
  code: z
    .strictObject({
      source: z
        .string()
        .min(1)
        .max(100_000)
        .describe(
          'A TypeScript module: export default async (args, context) => result. context.fetch(upstream, {method, path, headers, body}) is the only way out.',
        ),
    })
    .optional(),
});
export type ToolChange = z.infer<typeof ToolChange>;
