import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { selectOperations, type SelectableOperation } from '#app/blueprint/select-operations.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { refuse, type ImportFailure } from './import-failure.ts';
import { listAt } from './json-object.ts';
import type { OperationSource } from './openapi/operations.ts';
import type { PreviousImport } from './previous-import.ts';
import { toVisible } from './text/visible-text.ts';
import { nameTools } from './tool-names.ts';

/** An operation with the name of its tool, whether it becomes one or not. */
export interface NamedOperation {
  source: OperationSource;
  name: string;
  /** The tool that an earlier import made of it. */
  earlier: Tool | undefined;
}

/** Names every operation, so that a name is the same whatever is chosen. */
export function nameOperations(
  operations: readonly OperationSource[],
  previous: PreviousImport,
): NamedOperation[] {
  const earlier = operations.map(({ key }) => previous.byOperation.get(key));
  const known = new Set(operations.map(({ key }) => key));
  const gone = [...previous.byOperation].filter(([key]) => !known.has(key));
  const names = nameTools(
    operations.map(({ key, method, path, operationId }, index) => ({
      operation: key,
      method,
      path,
      operationId,
      previous: earlier[index]?.name ?? null,
    })),
    [...previous.otherTools, ...gone.map(([, tool]) => tool)].map(({ name }) => name),
  );
  return operations.map((source, index) => ({
    source,
    name: names[index] ?? source.key,
    earlier: earlier[index],
  }));
}

/** An operation of a document as it is chosen. */
export function toSelectableOperation({ source, name }: NamedOperation): SelectableOperation {
  const { operationId, method, path, operation } = source;
  const names = operationId === null || operationId === name ? [name] : [name, operationId];
  return { names, method, paths: [path], tags: tagsOf(operation.value) };
}

/**
 * The operations that become tools now: all without a choice; with one, those of it that no earlier import
 * has made a tool of.
 */
export function chooseOperations(
  all: NamedOperation[],
  { byOperation }: PreviousImport,
  choice: OperationSelector | undefined,
): Result<{ operations: NamedOperation[]; leftOut: number }, ImportFailure> {
  if (choice === undefined) return succeed({ operations: all, leftOut: 0 });
  const { chosen, problems } = selectOperations(all, choice, toSelectableOperation);
  if (problems.length > 0) {
    const placed = problems.map(({ path, message }) => ({
      path: path.replace('$', '$.only'),
      message,
    }));
    const told = placed.map(({ path, message }) => `${path.slice(2)}: ${message}`).join(' ');
    return refuse('noOperations', told, placed);
  }
  const operations = chosen.filter(({ source }) => !byOperation.has(source.key));
  const there = all.filter(({ source }) => byOperation.has(source.key)).length;
  return succeed({ operations, leftOut: all.length - there - operations.length });
}

function tagsOf(operation: JsonObject): string[] {
  const tags = listAt(operation, 'tags').map((tag) => (typeof tag === 'string' ? tag : ''));
  return tags.map((tag) => toVisible(tag).trim()).filter((tag) => tag !== '');
}
