import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { repairValue } from '#app/blueprint/import/schemas/schema-types.ts';
import { dropHiddenIn } from '#app/blueprint/import/text/drop-hidden-in.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type {
  HttpParameter,
  JsonObject,
  JsonValue,
  ParameterStyle,
} from '#app/runtime/definition.ts';

import { readExamples } from './examples.ts';
import { fitsMediaHeader } from './media-types.ts';
import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';
import { readSwaggerParameter } from './swagger-parameters.ts';

export type ParameterLocation = HttpParameter['in'];

/** A parameter as any version of OpenAPI describes it. */
export interface ParameterSource {
  place: Place;
  name: string;
  in: ParameterLocation;
  isRequired: boolean;
  description: string;
  isDeprecated: boolean;
  schema: JsonValue | undefined;
  schemaPlace: Place;
  style: ParameterStyle;
  explode: boolean;
  allowReserved: boolean;
  allowEmptyValue: boolean;
  /** Set for `content` parameters. */
  mediaType?: string;
  examples: JsonValue[];
}

const LOCATIONS = new Set<string>(['path', 'query', 'querystring', 'header', 'cookie']);

/** Headers that OpenAPI forbids as parameters: they are described by other parts of a document. */
const DESCRIBED_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

/** Headers that the HTTP client sets by itself. */
const SET_BY_CLIENT = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

/** The styles that OpenAPI allows in each location; the first is the default. */
const STYLES: Record<ParameterLocation, ParameterStyle[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'tabDelimited'],
  querystring: ['form'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** Cache of parameters that operations share. */
export class SharedParameters {
  /** By the object that lists them. */
  readonly lists = new Map<Located, Map<string, ParameterSource>>();
  /** By the target of a reference. */
  readonly sources = new Map<Place, ParameterSource | null>();
  readonly schemas = new Map<ParameterSource, JsonObject>();
}

/** Parameters of an operation: its own, and those of its path item that it does not override. */
export function readParameters(
  run: ImportRun,
  pathItem: Located,
  operation: Located,
): ParameterSource[] {
  const shared = run.parameters.lists.get(pathItem) ?? listParameters(run, pathItem);
  run.parameters.lists.set(pathItem, shared);
  return [...new Map([...shared, ...listParameters(run, operation)]).values()];
}

/** The parameters that one object lists, by location and name. */
function listParameters(run: ImportRun, holder: Located): Map<string, ParameterSource> {
  const parameters = new Map<string, ParameterSource>();
  for (const located of parameterObjects(run, holder)) {
    const known = run.parameters.sources.get(located.place);
    const parameter = known === undefined ? readParameter(run, located) : known;
    run.parameters.sources.set(located.place, parameter);
    if (!parameter) continue;
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    const key = `${parameter.in}:${name}`;
    if (!parameters.has(key)) {
      parameters.set(key, parameter);
      continue;
    }
    run.warnings.add(
      'parameter',
      located.place,
      `"${toVisible(parameter.name)}" occurs twice in this list; the first one counts.`,
    );
  }
  return parameters;
}

/** The Parameter Objects of an operation or path item, without those of a Swagger body. */
function parameterObjects(run: ImportRun, holder: Located): Located[] {
  const list = own(holder.value, 'parameters');
  const place = at(holder.place, 'parameters');
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    run.warnings.add('parameter', place, 'Parameters must be a list; they were left out.');
    return [];
  }
  return list.flatMap((entry, index) => {
    const located = resolveObject(run, entry, at(place, index), 'the parameter was left out');
    if (!located || isBodyParameter(run, located.value)) return [];
    return [located];
  });
}

/** Swagger 2.0 keeps the body among the parameters. */
export function isBodyParameter(run: ImportRun, parameter: JsonObject): boolean {
  const location = stringAt(parameter, 'in');
  return run.dialect === '2.0' && (location === 'body' || location === 'formData');
}

function readParameter(run: ImportRun, { value, place }: Located): ParameterSource | null {
  const name = own(value, 'name');
  const location = stringAt(value, 'in');
  if (typeof name !== 'string' || name === '') {
    run.warnings.add('parameter', place, 'A parameter must have a name; it was left out.');
    return null;
  }
  if (!isLocation(location)) {
    run.warnings.add(
      'parameter',
      at(place, 'in'),
      `"in" must be path, query, header or cookie; the parameter "${toVisible(name)}" was left out.`,
    );
    return null;
  }
  if (location === 'header' && !isSendable(run, name, place)) return null;
  const base = {
    place,
    name,
    in: location,
    isRequired: location === 'path' || own(value, 'required') === true,
    description: textAt(value, 'description', place, run.warnings),
    isDeprecated: own(value, 'deprecated') === true,
    allowReserved: own(value, 'allowReserved') === true,
    allowEmptyValue: own(value, 'allowEmptyValue') === true,
    examples: readExamples(run, value, place).map((example) => example.value),
  };
  if (run.dialect === '2.0')
    return { ...base, ...readSwaggerParameter(run, value, place, location) };
  return { ...base, ...readSerialisation(run, value, place, location, base.examples) };
}

function isLocation(text: string | null): text is ParameterLocation {
  return text !== null && LOCATIONS.has(text);
}

function isSendable(run: ImportRun, name: string, place: Place): boolean {
  const lower = name.toLowerCase();
  let reason = '';
  if (DESCRIBED_ELSEWHERE.has(lower))
    reason = 'OpenAPI ignores parameters of this name: the media types and the security say it';
  else if (SET_BY_CLIENT.has(lower) || /^(?:proxy|sec)-/.test(lower))
    reason = 'the HTTP client sets it by itself';
  else if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) reason = 'no header can have this name';
  if (reason === '') return true;
  run.warnings.add('header', place, `The header "${toVisible(name)}" was left out: ${reason}.`);
  return false;
}

function readSerialisation(
  run: ImportRun,
  value: JsonObject,
  place: Place,
  location: ParameterLocation,
  examples: JsonValue[],
): Pick<
  ParameterSource,
  'schema' | 'schemaPlace' | 'style' | 'explode' | 'mediaType' | 'examples'
> {
  const content = objectAt(value, 'content');
  const [mediaType] = content ? Object.keys(content) : [];
  const [defaultStyle = 'form'] = STYLES[location];
  if (content && mediaType !== undefined) {
    if (Object.keys(content).length > 1) {
      run.warnings.add(
        'parameter',
        at(place, 'content'),
        `A parameter has one media type; "${toVisible(mediaType)}" was taken.`,
      );
    }
    const mediaPlace = at(place, 'content', mediaType);
    const media = resolveObject(run, content[mediaType], mediaPlace, 'anything is accepted here');
    const schema = media ? own(media.value, 'schema') : undefined;
    return {
      schema: schema ?? {},
      schemaPlace: media ? at(media.place, 'schema') : mediaPlace,
      style: defaultStyle,
      explode: false,
      mediaType: fitsMediaHeader(mediaType) ? mediaType : 'application/json',
      examples: media
        ? [
            ...examples,
            ...readExamples(run, media.value, media.place).map((example) => example.value),
          ]
        : examples,
    };
  }
  const style = readStyle(run, value, place, location);
  const explode = own(value, 'explode');
  return {
    schema: own(value, 'schema'),
    schemaPlace: at(place, 'schema'),
    style,
    explode:
      style === 'deepObject' ||
      (typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie'),
    examples,
  };
}

function readStyle(
  run: ImportRun,
  value: JsonObject,
  place: Place,
  location: ParameterLocation,
): ParameterStyle {
  const allowed = STYLES[location];
  const [fallback = 'form'] = allowed;
  const said = stringAt(value, 'style');
  const style = allowed.find((name) => name.toLowerCase() === said?.toLowerCase());
  if (said !== null && style === undefined) {
    const name = toVisible(said).slice(0, 80);
    run.warnings.add(
      'style',
      at(place, 'style'),
      `The style "${name}" does not exist for ${location} parameters; "${fallback}" is used instead.`,
    );
  }
  return style ?? fallback;
}

/** The schema of a parameter's argument; the same object for all tools that have it. */
export function parameterSchema(run: ImportRun, parameter: ParameterSource): JsonObject {
  const schema = run.parameters.schemas.get(parameter) ?? makeSchema(run, parameter);
  run.parameters.schemas.set(parameter, schema);
  return schema;
}

/** A schema with the parameter's own description. */
function makeSchema(run: ImportRun, parameter: ParameterSource): JsonObject {
  const { schema, schemaPlace, description, examples, isDeprecated } = parameter;
  let converted: JsonObject = { type: 'string' };
  if (schema === undefined) {
    run.warnings.add(
      'parameter',
      parameter.place,
      `The parameter "${toVisible(parameter.name)}" has no schema; it is treated as a string.`,
    );
  } else {
    const frame = { direction: 'input' as const, hidden: new Set<string>(), scope: null, depth: 0 };
    const result = run.schemas.convert(schema, schemaPlace, frame);
    converted = isObject(result) ? { ...result } : {};
  }
  if (description !== '') converted['description'] = description;
  if (examples.length > 0) {
    const values = examples.slice(0, 5).map((value) => dropHiddenIn(repairValue(value, converted)));
    converted['examples'] = values;
  }
  if (isDeprecated) converted['deprecated'] = true;
  return converted;
}
