import type { ReadRoot } from '#app/blueprint/import/import-format.ts';
import { surveyTree } from '#app/blueprint/import/text/survey-tree.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import type { CommandCall } from './command-call.ts';
import { describeCall } from './describe-call.ts';
import { groupCalls } from './group-calls.ts';
import { SchemeNames } from './scheme-names.ts';

/** Parts of a document that the format of its calls knows. */
export interface DocumentParts<Call> {
  info: JsonObject;
  /** The origin of the server; null: it is set later. */
  main: string | null;
  tags?: JsonObject[];
  /** Length of the text that the calls were read from. */
  length: number;
  /** Completes the operation that these calls are of. */
  complete?: (operation: JsonObject, calls: readonly Call[]) => JsonObject;
  /** Called where calls of one operation go to several hosts: those that do not go to the first are left out. */
  onElsewhere: (first: Call, elsewhere: readonly Call[]) => void;
}

/** The OpenAPI document (3.1) of the operations that calls are of; it holds no value of a credential. */
export function toDocument<Call extends CommandCall>(
  calls: readonly Call[],
  parts: DocumentParts<Call>,
): Pick<ReadRoot, 'root' | 'hasMarks'> {
  const { info, main, tags } = parts;
  const root: JsonObject = {
    openapi: '3.1.0',
    info,
    servers: main === null ? [] : [{ url: main }],
    ...(tags === undefined ? {} : { tags }),
    ...describeOperations(calls, parts),
  };
  return { root, hasMarks: surveyTree(root, parts.length).hasMarks };
}

function describeOperations<Call extends CommandCall>(
  calls: readonly Call[],
  { main, complete, onElsewhere }: DocumentParts<Call>,
): JsonObject {
  const schemes = new SchemeNames();
  const paths: { [template: string]: { [method: string]: JsonValue } } = {};
  for (const group of groupCalls(calls)) {
    const [first] = group;
    if (!first) continue;
    const { origin, template, method } = first;
    // What is sent to one host, a credential above all, is not for another.
    const there = group.filter((call) => call.origin === origin);
    if (there.length < group.length) {
      onElsewhere(
        first,
        group.filter((call) => call.origin !== origin),
      );
    }
    const operation = describeCall(there, (credential) => schemes.idOf(origin, credential));
    (paths[template] ??= {})[method.toLowerCase()] = {
      ...(complete ? complete(operation, there) : operation),
      ...(origin === null || origin === main ? {} : { servers: [{ url: origin }] }),
    };
  }
  return { paths, components: { securitySchemes: schemes.all() } };
}
