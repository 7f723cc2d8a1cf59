import type { Blueprint } from './blueprint.ts';
import { isSameJson } from './diff/is-same-json.ts';
import type { Mock } from './mock.ts';
import type { Tool } from './tool.ts';

type Request = Pick<Mock, 'upstream' | 'method' | 'path'>;

/**
 * The written answers of the mock after a tool is changed: those to its request go with it, unless another tool
 * still sends it as it was. An answer for a value that is not in the new path goes.
 */
export function moveMocks(blueprint: Blueprint, tool: Tool): Pick<Blueprint, 'mocks'> {
  const { mocks, tools } = blueprint;
  if (!mocks) return {};
  const known = tools.find(({ name }) => name === tool.name);
  const [from, to] = [requestOf(known), requestOf(tool)];
  const isShared = tools.some((each) => each !== known && from && isSame(requestOf(each), from));
  if (!from || !to || isSame(from, to) || isShared) return { mocks };
  const others = mocks.filter((mock) => !isSame(mock, from));
  const moved = mocks
    .filter((mock) => isSame(mock, from) && fitsPath(mock, to.path))
    .map((mock) => ({ ...mock, ...to }))
    .filter((mock) => !others.some((each) => isSame(each, to) && isSameJson(each.when, mock.when)));
  const left = [...others, ...moved];
  return left.length > 0 ? { mocks: left } : {};
}

function requestOf(tool: Tool | undefined): Request | null {
  if (tool?.action.kind !== 'http') return null;
  const { upstream, method, path } = tool.action;
  return { upstream, method, path };
}

function isSame(one: Request | null, other: Request): boolean {
  return (
    one !== null &&
    one.upstream === other.upstream &&
    one.method === other.method &&
    one.path === other.path
  );
}

function fitsPath({ when = [] }: Mock, path: string): boolean {
  return when.every(({ in: place, name }) => place !== 'path' || path.includes(`{${name}}`));
}
