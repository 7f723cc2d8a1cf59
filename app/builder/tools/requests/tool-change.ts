import * as z from 'zod';

import { JsonObjectSchema, JsonValueSchema } from '#app/blueprint/json.ts';

const Name = z.string().min(1).max(100);
const Type = z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']);
const Length = z.int().min(0);

/** One argument of a tool, as a model gives it: added, or changed where the name is known. */
export const ArgumentChange = z.strictObject({
  name: Name,
  in: z
    .enum(['path', 'query', 'header', 'cookie', 'body'])
    .optional()
    .describe(
      'Where it goes; a known one moves there. For a new one: query for GET and DELETE, else body.',
    ),
  sentAs: Name.optional().describe('Name on the wire, where it differs.'),
  type: Type.optional(),
  items: Type.optional().describe("Type of a list's items; makes it a list."),
  required: z.boolean().optional(),
  description: z.string().max(2_000).optional(),
  format: z
    .string()
    .max(50)
    .optional()
    .describe('date, date-time, uuid, email, uri …; binary: a file, in a multipart body.'),
  pattern: z.string().max(500).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: Length.optional(),
  maxLength: Length.optional(),
  minItems: Length.optional(),
  maxItems: Length.optional(),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(200)
    .optional(),
  default: JsonValueSchema.optional(),
  schema: JsonObjectSchema.optional().describe(
    'JSON Schema of a nested value; the facts beside it win.',
  ),
  clear: z
    .array(z.enum(['minimum', 'maximum', 'default', 'enum', 'format']))
    .optional()
    .describe('Facts that no longer hold.'),
});
export type ArgumentChange = z.infer<typeof ArgumentChange>;

/** Another name for an argument. */
const ArgumentRename = z.strictObject({ from: Name, to: Name, sentAs: Name.optional() });
export type ArgumentRename = z.infer<typeof ArgumentRename>;

/** Something that every call sends and nobody chooses. */
const ConstantChange = z.strictObject({
  in: z.enum(['query', 'header', 'cookie', 'body']),
  name: Name.describe('On the wire.'),
  value: JsonValueSchema.describe('null removes it.'),
});
export type ConstantChange = z.infer<typeof ConstantChange>;

/** The request that a tool sends. */
const RequestChange = z.strictObject({
  method: z.string().regex(/^[A-Za-z]+$/, 'must be an HTTP method'),
  url: z
    .string()
    .max(2_048)
    .describe('Absolute, or a path below the upstream. {name} marks an argument.'),
  base: z
    .string()
    .max(2_048)
    .optional()
    .describe('Base URL that the url is below: the upstream that has it, or a new one.'),
});
export type RequestChange = z.infer<typeof RequestChange>;

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
  request: RequestChange.optional(),
  bodyType: z.enum(['json', 'form', 'multipart']).optional().describe('How its body is written.'),
  renameArguments: z
    .array(ArgumentRename)
    .max(100)
    .optional()
    .describe(
      'Made before the other changes. In query, header and cookie the name on the wire stays; in a body it changes too, unless sentAs is given.',
    ),
  removeArguments: z.array(z.string()).max(100).optional(),
  arguments: z.array(ArgumentChange).max(100).optional(),
  constants: z
    .array(ConstantChange)
    .max(50)
    .optional()
    .describe('Always sent, never chosen; never a credential. Replaces an argument of that name.'),
  keep: z
    .array(z.string().min(1))
    .max(200)
    .optional()
    .describe("Properties of the answer that are kept, of an object or of a list's; empty: all."),
  readOnly: z.boolean().optional().describe('Whether it changes nothing, whatever its method is.'),
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
          'A TypeScript module: export default async (args, context) => result. It reaches APIs by context.json(upstream, {method, path, query, headers, body}), which returns the JSON of the answer or throws, or by context.fetch; other tools by context.callTool(name, args).',
        ),
    })
    .optional(),
});
export type ToolChange = z.infer<typeof ToolChange>;
