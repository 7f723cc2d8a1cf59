import type { HttpPagination } from '#app/runtime/definition.ts';

import { findArgument, listArguments, type Definitions, type HttpTool } from './http-tool.ts';
import type { Edited } from './put-argument.ts';
import type { PaginationChange, ToolChange } from './tool-change.ts';

/** The tool with the way in which its list goes on; a sentence where that cannot be. */
export function applyPagination(
  tool: HttpTool,
  change: PaginationChange | null,
  definitions: Definitions,
): Edited {
  const { pagination: _old, ...action } = tool.action;
  if (change === null) return { ...tool, action };
  const pagination = toPagination(tool, change, definitions);
  return typeof pagination === 'string'
    ? pagination
    : { ...tool, action: { ...action, pagination } };
}

function toPagination(
  tool: HttpTool,
  { kind, argument, nextPath, first, itemsPath, follow }: PaginationChange,
  definitions: Definitions,
): HttpPagination | string {
  const list = { ...(itemsPath === undefined ? {} : { itemsPath }), ...(follow ? { follow } : {}) };
  if (kind === 'link') {
    if (argument !== undefined) return 'A link has no argument: the address says all.';
    return { kind, ...(nextPath === undefined ? {} : { nextPath }), ...list };
  }
  if (argument === undefined) return `The kind ${kind} needs argument: the one that takes it.`;
  const known = findArgument(tool, argument, definitions);
  if (known === null || known.isWhole) {
    const names = listArguments(tool, definitions).map(({ name }) => name);
    const there = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
    return `"${argument}" is no argument of ${tool.name}: ${there}. Give it in arguments as well.`;
  }
  const { name } = known;
  if (kind !== 'cursor') {
    if (nextPath !== undefined) return `The kind ${kind} has no nextPath: the number is counted.`;
    return { kind, argument: name, ...(first === undefined ? {} : { first }), ...list };
  }
  if (nextPath === undefined)
    return 'The kind cursor needs nextPath: where the answer has the next one.';
  return { kind, argument: name, nextPath, ...list };
}

/** The tool with its pagination after changes of its arguments: without the argument it has none. */
export function settlePagination(
  tool: HttpTool,
  { renameArguments = [] }: ToolChange,
  definitions: Definitions,
): HttpTool {
  const { pagination, ...action } = tool.action;
  if (pagination === undefined || pagination.kind === 'link') return tool;
  const renamed = renameArguments.find(({ from }) => from === pagination.argument)?.to;
  const known = [renamed, pagination.argument]
    .map((name) => (name === undefined ? null : findArgument(tool, name, definitions)))
    .find((each) => each !== null && !each.isWhole);
  if (!known) return { ...tool, action };
  return { ...tool, action: { ...action, pagination: { ...pagination, argument: known.name } } };
}
