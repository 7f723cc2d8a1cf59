import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { SchemaFrame } from '#app/blueprint/import/schemas/convert-schema.ts';
import { readVisibleText } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type {
  JsonObject,
  JsonSchema,
  JsonValue,
  ParameterStyle,
  PartEncoding,
} from '#app/runtime/definition.ts';

import { fileKind, fileReference } from './files.ts';
import { fitsMediaHeader } from './media-types.ts';
import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';

export type Parts = { [property: string]: PartEncoding };

const STYLES: ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/** The schema of a multipart body, with files as `{data, name?, mediaType?}`, and its parts. */
export function readMultipart(
  run: ImportRun,
  schema: JsonValue | undefined,
  place: Place,
  media: Located | null,
): { schema: JsonSchema; parts: Parts } {
  const encodings = media ? readParts(run, media) : {};
  if (schema === undefined) return { schema: { type: 'object' }, parts: encodings };
  const parts = new Map(Object.entries(encodings));
  const frame: SchemaFrame = {
    direction: 'input',
    hidden: new Set(),
    scope: null,
    depth: 0,
    isInline: true,
    property: (name, property, propertyPlace) => {
      const said = saidMediaType(media, name);
      const kind = fileKind(run, property, said);
      if (kind === null) return null;
      parts.set(name, { ...parts.get(name), file: true });
      return fileSchema(run, kind, property, propertyPlace, said);
    },
  };
  const converted = run.schemas.convert(schema, place, frame);
  return {
    schema: converted === true ? { type: 'object' } : converted,
    parts: Object.fromEntries(parts),
  };
}

/** The schema of a file, or list of files, with the document's description. */
export function fileSchema(
  run: ImportRun,
  kind: 'file' | 'files',
  property: JsonValue,
  place: Place,
  mediaType: string | null,
): JsonObject {
  const holder = isObject(property) ? property : {};
  const said =
    readVisibleText(own(holder, 'description'), place, 'description', run.warnings) ?? '';
  const accepted = mediaType === null ? '' : `Media type: ${toVisible(mediaType)}.`;
  const description = [said.trim(), accepted].filter((text) => text !== '').join(' ');
  const file = fileReference(run);
  const schema: JsonObject = kind === 'file' ? file : { type: 'array', items: file };
  if (kind === 'files') {
    const followed = run.references.follow(property, null);
    const list = followed.found && isObject(followed.value) ? followed.value : holder;
    for (const key of ['minItems', 'maxItems']) {
      const limit = own(list, key);
      if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) schema[key] = limit;
    }
  }
  return description === '' ? schema : { ...schema, description };
}

function saidMediaType(media: Located | null, name: string): string | null {
  const encodings = media && objectAt(media.value, 'encoding');
  const encoding = encodings && objectAt(encodings, name);
  return encoding ? stringAt(encoding, 'contentType') : null;
}

/** The Encoding Objects of a form or multipart body, as far as they differ from the default. */
export function readParts(run: ImportRun, media: Located): Parts {
  const parts = new Map<string, PartEncoding>();
  for (const key of ['prefixEncoding', 'itemEncoding']) {
    if (own(media.value, key) === undefined) continue;
    run.warnings.add(
      'encoding',
      at(media.place, key),
      `"${key}" (parts by position) is not carried over.`,
    );
  }
  const encodings = objectAt(media.value, 'encoding');
  for (const [name, value] of Object.entries(encodings ?? {})) {
    const place = at(media.place, 'encoding', name);
    const encoding = resolveObject(run, value, place, 'the default is used');
    const part = encoding ? readPart(run, encoding) : {};
    if (Object.keys(part).length > 0) parts.set(name, part);
  }
  return Object.fromEntries(parts);
}

function readPart(run: ImportRun, { value, place }: Located): PartEncoding {
  const part: PartEncoding = {};
  const mediaType = stringAt(value, 'contentType');
  // A list or range leaves the choice to the given file.
  if (mediaType !== null && fitsMediaHeader(mediaType) && !/[*,]/.test(mediaType))
    part.mediaType = mediaType;
  else if (mediaType !== null && !mediaType.split(',').every(fitsMediaHeader)) {
    run.warnings.add(
      'media type',
      at(place, 'contentType'),
      `"${toVisible(mediaType).slice(0, 80)}" is not a media type; the default is used.`,
    );
  }
  const said = stringAt(value, 'style');
  const style = STYLES.find((name) => name === said);
  if (style) part.style = style;
  else if (said !== null) {
    run.warnings.add(
      'style',
      at(place, 'style'),
      `The style "${toVisible(said).slice(0, 80)}" does not exist for form fields; "form" is used instead.`,
    );
  }
  const explode = own(value, 'explode');
  if (typeof explode === 'boolean') part.explode = explode;
  if (own(value, 'allowReserved') === true) part.allowReserved = true;
  if (objectAt(value, 'headers')) {
    run.warnings.add('encoding', at(place, 'headers'), 'Headers of a single part are not sent.');
  }
  return part;
}
