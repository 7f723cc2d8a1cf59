import * as z from 'zod';

/** The words about a schema in the API's document. */
export interface ApiWords {
  /** Its name among the components; absent: it stands where it is used. */
  id?: string;
  description?: string;
  examples?: unknown[];
}

/** The words about schemas of other rooms, apart from these: screens load the schemas, and no words. */
export const apiWords = z.registry<ApiWords>();

/**
 * A description of each field, or a description with an example; null: the field is a schema with
 * words of its own.
 */
export type FieldWords<Fields> = {
  [Name in keyof Fields]: string | readonly [description: string, example: unknown] | null;
};

/** Gives the words about an object and each of its fields; a field without words does not compile. */
export function describeFields<Fields extends z.core.$ZodShape>(
  schema: z.core.$ZodObject<Fields>,
  about: ApiWords,
  fields: FieldWords<Fields>,
): void {
  apiWords.add(schema, about);
  const said = new Map(Object.entries<FieldWords<Fields>[string]>(fields));
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const words = said.get(name) ?? null;
    if (words === null) continue;
    const [description, ...examples] = typeof words === 'string' ? [words] : words;
    apiWords.add(field, { description, ...(examples.length > 0 && { examples }) });
  }
}
