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
  style: z
    .enum(['form', 'explode', 'spaceDelimited', 'pipeDelimited', 'deepObject'])
    .optional()
    .describe(
      'A list or an object in a query or form body: form a=1,2; explode (the default) a=1&a=2; spaceDelimited; pipeDelimited a=1|2; deepObject a[b]=1.',
    ),
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

/** How the list that a tool returns goes on. */
const PaginationChange = z.strictObject({
  kind: z
    .enum(['cursor', 'page', 'offset', 'link'])
    .describe('link: the answer has the address of the next page, in its Link header by default.'),
  argument: Name.optional().describe('Takes the cursor or the number; not for link.'),
  nextPath: z
    .string()
    .max(500)
    .optional()
    .describe('For cursor and link: its path in the answer; data[].id is that of the last item.'),
  first: z.int().min(0).max(1).optional().describe('First page, by default 1, or offset, 0.'),
  itemsPath: z.string().max(500).optional().describe('Path of the list, if there are several.'),
  follow: z
    .strictObject({ maxPages: z.int().min(2).max(50) })
    .optional()
    .describe(
      'One call gets so many pages and joins them; without it an answer says how to get the next.',
    ),
});
export type PaginationChange = z.infer<typeof PaginationChange>;

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
  input: JsonObjectSchema.optional().describe(
    'JSON Schema of all arguments at once, where arguments alone cannot say it: nested objects, anyOf, $defs. Each property is an argument; arguments[].in says where one goes. Arguments that it does not name are removed.',
  ),
  arguments: z.array(ArgumentChange).max(100).optional(),
  constants: z
    .array(ConstantChange)
    .max(50)
    .optional()
    .describe('Always sent, never chosen; never a credential. Replaces an argument of that name.'),
  output: JsonObjectSchema.nullable()
    .optional()
    .describe(
      "JSON Schema of the API's whole answer, before keep; null: none is declared. Refs to #/$defs/… only.",
    ),
  keep: z
    .array(z.string().min(1))
    .max(200)
    .optional()
    .describe(
      'Paths of what is kept of the answer: id, meta.total, articles[].title; empty: all of it.',
    ),
  readOnly: z.boolean().optional().describe('Whether it changes nothing, whatever its method is.'),
  confirm: z
    .boolean()
    .optional()
    .describe('Asks the person before it runs: marks the tool as one that destroys.'),
  pagination: PaginationChange.nullable()
    .optional()
    .describe('Where a list comes in pages and its arguments alone do not show how; null: none.'),
  hints: z
    .strictObject({
      readOnly: z.boolean().optional(),
      destructive: z.boolean().optional(),
      idempotent: z.boolean().optional().describe('Twice is the same as once.'),
      openWorld: z.boolean().optional().describe('Reaches beyond one closed system.'),
    })
    .optional()
    .describe('Hints to clients; they follow from the method unless given.'),
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
