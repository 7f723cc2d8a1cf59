import type { ApiSchema } from '#app/management/document/api-document.ts';

/** A type in words, part by part; a part with an object is a link to it. */
export type TypeWords = { text: string; object?: string }[];

const COMPONENT = /^#\/components\/schemas\/(\w+)$/;

/** The type of a schema as a reader needs it: `integer from 1 on`, `list of Project`, `string or null`. */
export function typeWords(schema: ApiSchema): TypeWords {
  const { type, $ref, anyOf, oneOf, items } = schema;
  const object = typeof $ref === 'string' ? COMPONENT.exec($ref)?.[1] : undefined;
  if (object !== undefined) return [{ text: object, object }];
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return joinChoices(choices.filter(isSchema));
  if (type === 'array') return [{ text: 'list of ' }, ...(isSchema(items) ? typeWords(items) : [])];
  if (Array.isArray(type)) return [{ text: type.join(' or ') }];
  return [{ text: [nameOf(schema), ...boundsOf(schema)].join(', ') }];
}

function joinChoices(choices: ApiSchema[]): TypeWords {
  return choices.flatMap((choice, at) => [
    ...(at === 0 ? [] : [{ text: ' or ' }]),
    ...typeWords(choice),
  ]);
}

function nameOf({ type, enum: values, const: value }: ApiSchema): string {
  if (Array.isArray(values)) return values.join(', ');
  if (typeof value === 'string') return value;
  return typeof type === 'string' ? type : 'any value';
}

function boundsOf({ minimum, maximum, maxLength }: ApiSchema): string[] {
  return [
    ...(typeof minimum === 'number' ? [`from ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`up to ${maximum}`] : []),
    ...(typeof maxLength === 'number' ? [`${maxLength} characters at most`] : []),
  ];
}

export function isSchema(value: unknown): value is ApiSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
