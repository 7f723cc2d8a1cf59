import * as z from 'zod';

import type { ApiSchema } from './api-document.ts';
import { apiWords } from './describe-fields.ts';

/** Bounds that zod gives to every integer. */
const SAFE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

const OPTIONS = {
  metadata: apiWords,
  // As requests are written and answers are read: nothing that is transformed is in either.
  io: 'input',
  uri: toReference,
  override: ({ jsonSchema }: { jsonSchema: ApiSchema }) => {
    for (const name of ['minimum', 'maximum']) {
      if (SAFE.some((bound) => bound === jsonSchema[name])) delete jsonSchema[name];
    }
  },
} as const;

/** Every schema that has a name, by that name. */
export function toComponents(): Record<string, ApiSchema> {
  const { schemas } = z.toJSONSchema(apiWords, OPTIONS);
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, toPart(schema)]));
}

/** A schema as the document writes it: by its name, or where it stands if it has none. */
export function toJsonSchema(schema: z.core.$ZodType): ApiSchema {
  const id = apiWords.get(schema)?.id;
  return id === undefined ? toPart(z.toJSONSchema(schema, OPTIONS)) : { $ref: toReference(id) };
}

function toReference(id: string): string {
  return `#/components/schemas/${id}`;
}

/** A part of the document names no dialect and no address of its own. */
function toPart({ $schema: _dialect, $id: _address, id: _id, ...schema }: ApiSchema): ApiSchema {
  return schema;
}
