import { blankSecrets } from '#app/blueprint/import/calls/blank-secrets.ts';
import { toDocument } from '#app/blueprint/import/calls/to-document.ts';
import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import type { ReadRoot } from '#app/blueprint/import/import-format.ts';
import { isObject, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { readTree } from '#app/blueprint/import/read-document.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { listRequests } from './list-requests.ts';
import type { Folder } from './list-requests.ts';
import { descriptionOf, toPlainText } from './pairs.ts';
import { describeResponses } from './saved-responses.ts';
import { settleHosts } from './settle-hosts.ts';
import { toCall } from './to-call.ts';
import type { SavedCall } from './to-call.ts';

/**
 * The OpenAPI document (3.1) of the operations that the requests of a Postman collection call. Requests
 * with the same method and path are calls of one operation; folders become tags, saved answers
 * examples; values of credentials are left behind.
 */
export async function readCollection(
  text: string,
  warnings: Warnings,
): Promise<Result<ReadRoot, ImportFailure>> {
  const read = await readTree(text, warnings);
  if (!read.ok) return read;
  const root = isObject(read.value.value) ? read.value.value : {};
  const collection = objectAt(root, 'collection') ?? root;
  const { requests, folders } = listRequests(collection, warnings);
  const made = requests.flatMap((request) => toCall(request, warnings) ?? []);
  const { calls, main } = settleHosts(made, warnings);
  if (calls.length === 0) return refuseEmpty(requests.length, warnings);
  if (calls.some(({ credentials }) => credentials.length > 0)) {
    const message =
      'The values of credentials in the collection were not kept. Set them as secrets of the server.';
    warnings.add('security', null, message);
  }
  const document = toDocument(calls, {
    info: describeInfo(collection),
    main,
    tags: describeFolders(folders, calls),
    length: text.length,
    complete: (operation, group) => describeSaved(operation, group, warnings),
    onElsewhere: (first, elsewhere) => warnElsewhere(first, elsewhere, warnings),
  });
  return succeed({ ...document, version: versionOf(collection) });
}

function refuseEmpty(count: number, warnings: Warnings): { ok: false } & ImportFailure {
  const why = count === 0 ? 'it has no requests' : 'none of its requests can become a tool';
  const message = `Nothing can be made of this Postman collection: ${why}. Export a collection with http requests, as version 2.1.`;
  return refuse('noOperations', message, [{ path: '$.item', message }, ...warnings.list()]);
}

/** Folders that have requests of their own, as tags. */
function describeFolders(folders: readonly Folder[], calls: readonly SavedCall[]): JsonObject[] {
  const used = new Set(calls.map(({ saved }) => saved.folder));
  const known = new Map(folders.map((folder) => [folder.name, folder]));
  return [...known.values()]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, ...(description === '' ? {} : { description }) }));
}

function warnElsewhere(
  first: SavedCall,
  elsewhere: readonly SavedCall[],
  warnings: Warnings,
): void {
  for (const { saved, origin } of elsewhere) {
    const call = `${first.method} ${first.template}`;
    const hosts = `${origin ?? 'an open address'} and ${first.origin ?? 'an open address'}`;
    const message = `"${toVisible(saved.name)}" was left out: ${call} is called at ${hosts}, and only one of them becomes a tool.`;
    warnings.add('path', at(saved.place, 'request'), message);
  }
}

function warnMerged(group: readonly SavedCall[], warnings: Warnings): void {
  const [first, second] = group;
  if (!first || !second) return;
  const names = group.slice(0, 5).map(({ saved }) => `"${toVisible(saved.name)}"`);
  const more = group.length > names.length ? ` and ${group.length - names.length} more` : '';
  const call = `${first.method} ${first.template}`;
  const message = `${names.join(', ')}${more} call the same operation, ${call}: they became one tool.`;
  warnings.add('same operation', at(second.saved.place, 'request'), message);
}

/** The operation with the folder and descriptions of its requests, and the answers saved with them. */
function describeSaved(
  operation: JsonObject,
  group: readonly SavedCall[],
  warnings: Warnings,
): JsonObject {
  warnMerged(group, warnings);
  const description = group
    .map(({ saved }) => descriptionOf(saved.request))
    .find((text) => text !== '');
  const folder = group[0]?.saved.folder ?? '';
  const asked = objectAt(objectAt(operation, 'responses') ?? {}, '200') ?? {};
  const saved = group.flatMap(({ saved: { responses } }) => responses);
  return {
    ...operation,
    ...(description === undefined ? {} : { description }),
    responses: describeResponses(saved, asked),
    ...(folder === '' ? {} : { tags: [folder] }),
  };
}

function describeInfo(collection: JsonObject): JsonObject {
  const info = objectAt(collection, 'info') ?? {};
  const description = descriptionOf(info);
  return {
    title: blankSecrets(stringAt(info, 'name') ?? '').trim() || 'Postman collection',
    version: ownVersion(own(info, 'version')) || '1.0.0',
    ...(description === '' ? {} : { description }),
  };
}

/** A version is a text, or its parts. */
function ownVersion(version: JsonValue | undefined): string {
  if (!isObject(version)) return toPlainText(version);
  const parts = ['major', 'minor', 'patch'].map((key) => toPlainText(own(version, key)) || '0');
  const identifier = toPlainText(own(version, 'identifier'));
  return `${parts.join('.')}${identifier === '' ? '' : `-${identifier}`}`;
}

/** The version of the format, which the address of its schema ends with. */
function versionOf(collection: JsonObject): string {
  const schema = stringAt(objectAt(collection, 'info') ?? {}, 'schema') ?? '';
  return /\/v(\d+(?:\.\d+){0,2})(?:\/|$)/.exec(schema)?.[1] ?? '';
}
