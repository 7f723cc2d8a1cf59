import { blankSecrets } from '#app/blueprint/import/calls/blank-secrets.ts';
import { isObject, listAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { descriptionOf } from './pairs.ts';
import { Variables } from './variables.ts';

/** Requests of one collection at most. */
const MAX_REQUESTS = 2_000;
/** Characters of a name. */
const MAX_NAME = 200;

/** A request of a collection with all that it inherits. */
export interface SavedRequest {
  name: string;
  place: Place;
  /** Names of the folders that it is in, joined; empty at the top. */
  folder: string;
  request: JsonObject;
  /** Its own authentication, else that of the nearest folder that has one. */
  auth: JsonObject | null;
  variables: Variables;
  /** Answers that were saved with it. */
  responses: JsonObject[];
}

export interface Folder {
  name: string;
  description: string;
}

/** Settings that a folder passes on to its requests. */
interface Inherited {
  folder: string;
  auth: JsonObject | null;
  variables: Variables;
}

/** All requests of a collection in their order, and its folders. */
export function listRequests(
  collection: JsonObject,
  warnings: Warnings,
): { requests: SavedRequest[]; folders: Folder[] } {
  const list = new RequestList(warnings);
  list.read(collection);
  return list;
}

class RequestList {
  readonly requests: SavedRequest[] = [];
  readonly folders: Folder[] = [];
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  read(collection: JsonObject): void {
    const auth = authOf(collection) ?? null;
    const variables = Variables.none().within(collection);
    this.#noteScripts(collection, null);
    this.#readItems(collection, null, { folder: '', auth, variables });
  }

  #readItems(holder: JsonObject, place: Place, inherited: Inherited): void {
    for (const [index, item] of listAt(holder, 'item').entries()) {
      const itemPlace = at(place, 'item', index);
      if (isObject(item)) this.#readItem(item, itemPlace, inherited);
      else this.#warnings.add('shape', itemPlace, 'An item must be an object; it was left out.');
    }
  }

  #readItem(item: JsonObject, place: Place, inherited: Inherited): void {
    const name = blankSecrets(stringAt(item, 'name') ?? '')
      .trim()
      .slice(0, MAX_NAME);
    this.#noteScripts(item, place);
    const auth = authOf(item) ?? inherited.auth;
    const variables = inherited.variables.within(item);
    if (Array.isArray(own(item, 'item'))) {
      const folder = [inherited.folder, name].filter(Boolean).join(' / ').slice(-MAX_NAME);
      const description = descriptionOf(item);
      if (folder !== '') this.folders.push({ name: folder, description });
      return this.#readItems(item, place, { folder, auth, variables });
    }
    const request = toRequest(own(item, 'request'));
    if (request === null) {
      this.#warnings.add('shape', place, 'This item has no request; it was left out.');
      return;
    }
    if (this.requests.length >= MAX_REQUESTS) {
      const message = `The first ${MAX_REQUESTS} requests of the collection were read; the others were left out.`;
      return this.#warnings.note('requests', place, message);
    }
    this.requests.push({
      name,
      place,
      folder: inherited.folder,
      request,
      auth: authOf(request) ?? auth,
      variables,
      responses: listAt(item, 'response').filter((response) => isObject(response)),
    });
  }

  #noteScripts(holder: JsonObject, place: Place): void {
    for (const [index, event] of listAt(holder, 'event').entries()) {
      const script = isObject(event) ? own(event, 'script') : undefined;
      const code = isObject(script) ? own(script, 'exec') : undefined;
      const lines = Array.isArray(code) ? code : [code];
      if (!lines.some((line) => typeof line === 'string' && line.trim() !== '')) continue;
      const message = 'Scripts of a collection are never run; what they set or sign is missing.';
      this.#warnings.note('scripts', at(place, 'event', index), message);
    }
  }
}

/** A request may be written as its address alone. */
function toRequest(given: JsonValue | undefined): JsonObject | null {
  if (typeof given === 'string') return { method: 'GET', url: given };
  return isObject(given) ? given : null;
}

/** Undefined if not set: then the enclosing folder's applies. */
function authOf(holder: JsonObject): JsonObject | undefined {
  const auth = own(holder, 'auth');
  return isObject(auth) ? auth : undefined;
}
