import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, objectAt, own, put, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';

/** One operation of the document: a method of a path. */
export interface OperationSource {
  /** `GET /pets/{petId}`. */
  key: string;
  method: string;
  /** Path as written in the document. */
  path: string;
  operationId: string | null;
  pathItem: Located;
  operation: Located;
}

const METHODS = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

const PATH_FIELDS = new Set([
  'summary',
  'description',
  'servers',
  'parameters',
  '$ref',
  'additionalOperations',
]);

/** Every operation of the document, in its order. */
export function listOperations(run: ImportRun): OperationSource[] {
  const paths = objectAt(run.root, 'paths');
  const operations: OperationSource[] = [];
  for (const [path, value] of Object.entries(paths ?? {})) {
    const place = at(null, 'paths', path);
    if (path.startsWith('x-')) {
      run.warnings.note(
        'path extension',
        place,
        'Extensions ("x-…") among the paths are not carried over.',
      );
      continue;
    }
    if (!path.startsWith('/'))
      run.warnings.add(
        'path',
        place,
        `A path starts with "/"; one was put before "${toVisible(path).slice(0, 200)}".`,
      );
    const pathItem = readPathItem(run, value, place);
    if (pathItem) operations.push(...operationsOf(run, path, pathItem));
  }
  warnEvents(run);
  warnDuplicates(run, operations);
  return operations;
}

/** A path item may refer to another one; its own fields take precedence. */
function readPathItem(run: ImportRun, value: JsonValue, place: Place): Located | null {
  if (!isObject(value)) {
    run.warnings.add(
      'path',
      place,
      'A path must be an object of methods; its operations are not imported.',
    );
    return null;
  }
  if (own(value, '$ref') === undefined) return { value, place };
  const target = resolveObject(
    run,
    { $ref: value['$ref'] ?? null },
    place,
    'its operations are not imported',
  );
  if (!target) return null;
  if (Object.keys(value).length === 1) return target;
  const merged: JsonObject = { ...target.value };
  for (const [key, field] of Object.entries(value)) if (key !== '$ref') put(merged, key, field);
  return { value: merged, place: target.place };
}

function operationsOf(run: ImportRun, path: string, pathItem: Located): OperationSource[] {
  const operations: OperationSource[] = [];
  const add = (method: string, value: JsonValue, place: Place) => {
    const operation = resolveObject(run, value, place, 'the operation is not imported');
    if (!operation) return;
    if (!/^[A-Z][A-Z0-9_-]{0,31}$/.test(method)) {
      run.warnings.add(
        'method',
        place,
        `"${toVisible(method).slice(0, 80)}" is not an HTTP method; the operation is not imported.`,
      );
      return;
    }
    operations.push({
      key: `${method} ${path}`,
      method,
      path,
      operationId: stringAt(operation.value, 'operationId'),
      pathItem,
      operation,
    });
  };
  for (const [key, value] of Object.entries(pathItem.value)) {
    const place = at(pathItem.place, key);
    const method = key.toLowerCase();
    if (METHODS.has(method)) {
      add(method.toUpperCase(), value, place);
    } else if (key === 'additionalOperations' && isObject(value)) {
      for (const [name, entry] of Object.entries(value))
        add(name.toUpperCase(), entry, at(place, name));
    } else if (key.startsWith('x-')) {
      run.warnings.note(
        'operation extension',
        place,
        'Extensions ("x-…") of paths and operations are not carried over.',
      );
    } else if (!PATH_FIELDS.has(key)) {
      run.warnings.add(
        'method',
        place,
        `"${toVisible(key).slice(0, 80)}" is not a method of a path; it was left out.`,
      );
    }
  }
  return operations;
}

/** Warns about webhooks and callbacks, which the API calls itself: they cannot become tools. */
function warnEvents(run: ImportRun): void {
  for (const key of ['webhooks', 'x-webhooks']) {
    for (const name of Object.keys(objectAt(run.root, key) ?? {})) {
      run.warnings.add(
        'webhook',
        at(null, key, name),
        `The webhook "${toVisible(name)}" is a call that the API makes; it cannot become a tool.`,
      );
    }
  }
}

function warnDuplicates(run: ImportRun, operations: OperationSource[]): void {
  const first = new Map<string, string>();
  for (const { operationId, operation, key } of operations) {
    if (operationId === null || operationId === '') continue;
    const other = first.get(operationId);
    if (other === undefined) first.set(operationId, key);
    else {
      run.warnings.add(
        'operationId',
        at(operation.place, 'operationId'),
        `"${toVisible(operationId)}" is also the operationId of ${toVisible(other)}; the tool's name ends with a hash.`,
      );
    }
  }
}
