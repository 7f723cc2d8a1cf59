import * as z from 'zod';

import { JsonObjectSchema, JsonValueSchema } from '#app/blueprint/json.ts';
import { Tool } from '#app/blueprint/tool.ts';
import { UNTOLD_FIELD } from '#app/builder/models/to-model-schema.ts';
import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

const Name = z.string().min(1).max(100);
const Type = z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']);
const Length = z.int().min(0);

/** Facts of an argument that can be taken away, of those that can be given. */
export const CLEARABLE = [
  'description',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'enum',
  'default',
] as const;

/** A name, so that a model is not told the fields twice. */
const ClearedFact = z.string().refine((name) => CLEARABLE.some((each) => each === name), {
  error: `must be one of ${CLEARABLE.join(', ')}`,
});

/** One argument of a tool, as a model gives it: added, or changed where the name is known. */
export const ArgumentChange = z.strictObject({
  name: Name,
  in: z
    .enum(['path', 'query', 'header', 'cookie', 'body'])
    .optional()
    .describe('A known one moves there. Default: query for GET and DELETE, else body.'),
  sentAs: Name.optional().describe('Name on the wire.'),
  type: Type.optional(),
  items: Type.optional().describe("Of a list's items; makes it a list."),
  required: z.boolean().optional(),
  description: z.string().max(2_000).optional(),
  style: z
    .enum(['form', 'explode', 'spaceDelimited', 'pipeDelimited', 'deepObject'])
    .optional()
    .describe(
      'Of a list or object in a query or form: form a=1,2; explode (default) a=1&a=2; pipeDelimited a=1|2; deepObject a[b]=1.',
    ),
  format: z
    .string()
    .max(50)
    .optional()
    .describe('date-time, uuid, email …; binary: a file, in multipart.'),
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
    'JSON Schema of a nested value; fields beside it win.',
  ),
  clear: z.array(ClearedFact).optional().describe('Fields of it that no longer hold.'),
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
  url: z.string().max(2_048).describe('Absolute, or a path below base; {name} marks an argument.'),
  base: z.string().max(2_048).optional().describe('Base URL of a known upstream, or of a new one.'),
});
export type RequestChange = z.infer<typeof RequestChange>;

/** How the list that a tool returns goes on. */
const PaginationChange = z.strictObject({
  kind: z
    .enum(['cursor', 'page', 'offset', 'link'])
    .describe('link: address of the next page; default: Link header.'),
  argument: Name.optional().describe('Takes cursor or number.'),
  nextPath: z
    .string()
    .max(500)
    .optional()
    .describe('Of cursor or link in the answer; data[].id: of the last item.'),
  first: z.int().min(0).max(1).optional().describe('First page (1) or offset (0).'),
  itemsPath: z.string().max(500).optional().describe('Of the list, if there are several.'),
  follow: z
    .strictObject({ maxPages: z.int().min(2).max(50) })
    .optional()
    .describe('One call joins so many pages; else an answer says how to get the next.'),
});
export type PaginationChange = z.infer<typeof PaginationChange>;

/** A tool to add, or what is to change about one. */
export const ToolChange = z.strictObject({
  name: z.string().describe('Verb first: get_user.'),
  title: z.string().max(200).optional(),
  description: z.string().max(4_000).optional().describe('What it does and when to use it.'),
  enabled: z.boolean().optional(),
  requires: Tool.shape.requires.describe('Clients without these are refused.'),
  request: RequestChange.optional(),
  bodyType: z.enum(['json', 'form', 'multipart']).optional(),
  renameArguments: z
    .array(ArgumentRename)
    .max(100)
    .optional()
    .describe('Done first. In a body the name on the wire changes too, unless sentAs is given.'),
  removeArguments: z.array(z.string()).max(100).optional(),
  input: JsonObjectSchema.optional().describe(
    'JSON Schema of all arguments at once, for nested objects, anyOf, $defs: each property is one, placed by arguments[].in; all others go.',
  ),
  arguments: z.array(ArgumentChange).max(100).optional(),
  constants: z
    .array(ConstantChange)
    .max(50)
    .optional()
    .describe('Always sent, never a credential; replace arguments.'),
  output: z
    .custom<JsonObject | null>((value) => value === null || isJsonObject(value), {
      error: 'must be a JSON object, or null',
    })
    .optional()
    .describe("JSON Schema of the API's whole answer, before keep; null: none."),
  keep: z
    .array(z.string().min(1))
    .max(200)
    .optional()
    .describe('Paths of the answer that are kept: id, meta.total, articles[].title.'),
  /** The same as hints, in the words of the built-in builder. */
  readOnly: z.boolean().optional().meta(UNTOLD_FIELD),
  confirm: z.boolean().optional().meta(UNTOLD_FIELD),
  pagination: PaginationChange.nullable()
    .optional()
    .describe('How a list goes on; null: no pages.'),
  hints: z
    .strictObject({
      readOnly: z.boolean().optional(),
      destructive: z.boolean().optional(),
      idempotent: z.boolean().optional(),
      openWorld: z.boolean().optional(),
    })
    .optional()
    .describe('From the method unless given; a destructive tool asks first.'),
  code: z
    .strictObject({
      source: z
        .string()
        .min(1)
        .max(100_000)
        .describe('TypeScript module: export default async (args, context) => result.'),
    })
    .optional(),
});
export type ToolChange = z.infer<typeof ToolChange>;
