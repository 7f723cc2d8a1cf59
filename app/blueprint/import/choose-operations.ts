import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { selectOperations, type SelectableOperation } from '#app/blueprint/select-operations.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { refuse, type ImportFailure } from './import-failure.ts';
import type { OperationSource } from './openapi/operations.ts';
import { listTags } from './openapi/tools.ts';
import type { PreviousImport } from './previous-import.ts';
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
  return { names, method, paths: [path], tags: listTags(operation.value) };
}

/** The operations of a document that an import makes tools of, and what becomes of the others. */
export interface ChosenOperations {
  operations: NamedOperation[];
  /** Number of operations that are not among the tools. */
  leftOut: number;
  /** Names of those that were removed since an earlier import; of a choice nothing is missing. */
  removed: string[];
}

/**
 * The operations that become tools now. Without a choice: all but those that were removed since an earlier
 * import; with one, those of it that are not there.
 */
export function chooseOperations(
  all: NamedOperation[],
  { byOperation, removed }: PreviousImport,
  choice: OperationSelector | undefined,
): Result<ChosenOperations, ImportFailure> {
  if (choice === undefined) {
    const operations = all.filter(({ source }) => !removed.has(source.key));
    const names = all.flatMap(({ source, name }) => (removed.has(source.key) ? name : []));
    return succeed({ operations, leftOut: names.length, removed: names });
  }
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
  const leftOut = all.length - there - operations.length;
  return succeed({ operations, leftOut, removed: [] });
}
