import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { listAt, own, put, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import type { BodyContent, JsonObject } from '#app/runtime/definition.ts';
import { essenceOf } from '#app/runtime/media-type.ts';

import { bodyAlternative, inPreference, inputFrame } from './bodies.ts';
import type { BodyAlternative, BodySource } from './bodies.ts';
import { readExamples } from './examples.ts';
import { fileKind } from './files.ts';
import { encodingOf } from './media-types.ts';
import { fileSchema } from './multipart.ts';
import type { Parts } from './multipart.ts';
import { isBodyParameter } from './parameters.ts';
import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';
import { collectionStyle, swaggerSchema } from './swagger-parameters.ts';

/** The body of a Swagger 2.0 operation: its `body` parameter, or its `formData` parameters. */
export function readSwaggerBody(
  run: ImportRun,
  pathItem: Located,
  operation: Located,
): BodySource | null {
  const parameters = new Map<string, Located>();
  for (const holder of [pathItem, operation]) {
    listAt(holder.value, 'parameters').forEach((entry, index) => {
      const place = at(holder.place, 'parameters', index);
      // A broken reference is reported with the other parameters.
      const followed = run.references.follow(entry, place);
      if (!followed.found) return;
      const located = resolveObject(run, followed.value, followed.place, 'it was left out');
      if (!located || !isBodyParameter(run, located.value)) return;
      const location = stringAt(located.value, 'in') ?? '';
      const key =
        location === 'body' ? location : `${location}:${stringAt(located.value, 'name') ?? ''}`;
      parameters.set(key, located);
    });
  }
  const body = parameters.get('body');
  parameters.delete('body');
  const consumes = consumed(run, operation);
  if (body && parameters.size > 0) {
    run.warnings.add(
      'body',
      body.place,
      'An operation has a body or form fields, not both; the form fields were left out.',
    );
  }
  if (body) return readBodyParameter(run, body, consumes);
  return parameters.size > 0 ? readForm(run, [...parameters.values()], consumes) : null;
}

/** Media types that an operation, or else the document, consumes. */
function consumed(run: ImportRun, operation: Located): string[] {
  const list =
    own(operation.value, 'consumes') === undefined
      ? listAt(run.root, 'consumes')
      : listAt(operation.value, 'consumes');
  return list.filter((entry) => typeof entry === 'string');
}

function readBodyParameter(
  run: ImportRun,
  { value, place }: Located,
  consumes: string[],
): BodySource {
  const mediaTypes = consumes.filter((type) => !/^(?:multipart|form)$/.test(encodingOf(type)));
  const schema = own(value, 'schema');
  const alternatives = (mediaTypes.length > 0 ? mediaTypes : ['application/json']).map(
    (mediaType) => {
      const alternative = bodyAlternative(run, mediaType, schema, at(place, 'schema'), null);
      if (alternative.content.encoding !== 'json') return alternative;
      const examples = [...readExamples(run, value, place), ...alternative.examples];
      return { ...alternative, examples };
    },
  );
  return {
    isRequired: own(value, 'required') === true,
    description: textAt(value, 'description', place, run.warnings),
    alternatives: inPreference(alternatives),
  };
}

function readForm(run: ImportRun, fields: Located[], consumes: string[]): BodySource {
  const hasFiles = fields.some(({ value }) => fileKind(run, swaggerSchema(value), null) !== null);
  const forms = consumes.filter((type) => /^(?:multipart|form)$/.test(encodingOf(type)));
  const fallback = hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const accepted = hasFiles ? forms.filter((type) => encodingOf(type) === 'multipart') : forms;
  const [mediaType = fallback] = accepted.sort((first, second) => rank(first) - rank(second));
  const encoding = encodingOf(mediaType) === 'multipart' ? 'multipart' : 'form';
  const { schema, parts, isRequired } = readFields(run, fields);
  const content: BodyContent = { mediaType: essenceOf(mediaType), encoding };
  if (Object.keys(parts).length > 0) content.parts = parts;
  const alternative: BodyAlternative = { content, schema, examples: [] };
  return { isRequired, description: '', alternatives: [alternative] };
}

function rank(mediaType: string): number {
  return encodingOf(mediaType) === 'form' ? 0 : 1;
}

function readFields(
  run: ImportRun,
  fields: Located[],
): { schema: JsonObject; parts: Parts; isRequired: boolean } {
  const properties: JsonObject = {};
  const required: string[] = [];
  const parts: Parts = {};
  for (const { value, place } of fields) {
    const name = stringAt(value, 'name');
    if (!name) {
      run.warnings.add('parameter', place, 'A parameter must have a name; it was left out.');
      continue;
    }
    const fieldSchema = swaggerSchema(value);
    const kind = fileKind(run, fieldSchema, null);
    if (own(value, 'required') === true) required.push(name);
    if (kind !== null) {
      put(properties, name, fileSchema(run, kind, value, place, null));
      Object.assign(parts, { [name]: { file: true } });
      continue;
    }
    const examples = readExamples(run, value, place).map((example) => example.value);
    const described = {
      ...fieldSchema,
      ...(own(value, 'description') === undefined
        ? {}
        : { description: value['description'] ?? '' }),
    };
    const converted = run.schemas.convert(described, place, inputFrame());
    const schema: JsonObject = typeof converted === 'boolean' ? {} : { ...converted };
    if (examples.length > 0) schema['examples'] = examples.slice(0, 5);
    put(properties, name, schema);
    if (own(value, 'type') === 'array') {
      const { style, explode } = collectionStyle(run, value, place);
      if (style !== 'form' || !explode) Object.assign(parts, { [name]: { style, explode } });
    }
  }
  if (Object.keys(properties).length === 0)
    run.warnings.add('body', fields[0]?.place ?? null, `No form field could be read.`);
  const schema: JsonObject = { type: 'object', properties };
  if (required.length > 0) schema['required'] = required;
  return { schema, parts, isRequired: required.length > 0 };
}
