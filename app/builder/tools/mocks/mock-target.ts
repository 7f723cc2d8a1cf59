import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Mock } from '#app/blueprint/mock.ts';
import {
  definitionsOf,
  findArgument,
  listArguments,
  wireNameOf,
  type HttpTool,
} from '#app/builder/tools/requests/http-tool.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { isJsonObject, type JsonValue } from '#app/runtime/json.ts';

type Condition = NonNullable<Mock['when']>[number];

/** The request that is to be answered, as a model names it. */
export interface NamedRequest {
  tool?: string | undefined;
  upstream?: string | undefined;
  method?: string | undefined;
  path?: string | undefined;
  when?: { [name: string]: JsonValue } | undefined;
}

type Found =
  | { ok: true; target: Pick<Mock, 'upstream' | 'method' | 'path' | 'when'> }
  | { ok: false; problems: PathProblem[] };

/** Finds the operation and the conditions of an answer; problems where they are not clear. */
export function findMockTarget(blueprint: Blueprint, named: NamedRequest): Found {
  if (named.tool === undefined) return findByPath(blueprint, named);
  const tool = blueprint.tools.find(({ name }) => name === named.tool);
  if (tool === undefined) return refuse('$.tool', `There is no tool named "${named.tool}".`);
  const { action } = tool;
  if (action.kind !== 'http') {
    const message = `"${tool.name}" sends no request of its own: give upstream, method and path of the request that it makes.`;
    return refuse('$.tool', message);
  }
  if (named.path !== undefined || named.upstream !== undefined || named.method !== undefined) {
    return refuse('$.tool', 'Give a tool, or upstream, method and path, not both.');
  }
  const { upstream, method, path } = action;
  const conditions: Condition[] = [];
  for (const [name, value] of Object.entries(named.when ?? {})) {
    const located = locateArgument({ ...tool, action }, name, value, blueprint);
    if (located === null) {
      const known = listPlaced({ ...tool, action }, blueprint).map((each) => each.name);
      const message = `An answer cannot depend on "${name}" of ${tool.name}; it can on: ${known.join(', ') || 'nothing'}.`;
      return refuse(`$.when.${name}`, message);
    }
    conditions.push(...located);
  }
  return succeed({ upstream, method, path }, conditions);
}

function findByPath(blueprint: Blueprint, named: NamedRequest): Found {
  const { path, when = {} } = named;
  if (path === undefined) return refuse('$.path', 'Give a tool, or upstream, method and path.');
  if (!path.startsWith('/')) {
    return refuse('$.path', 'The path is relative to the base URL and begins with "/".');
  }
  const ids = blueprint.upstreams.map(({ id }) => id);
  const upstream = named.upstream ?? (ids.length === 1 ? ids[0] : undefined);
  if (upstream === undefined || !ids.includes(upstream)) {
    const known =
      ids.length === 0 ? 'there is none yet (set_upstream)' : `one of ${ids.join(', ')}`;
    return refuse('$.upstream', `The upstream has to be named: ${known}.`);
  }
  const method = named.method?.toUpperCase() ?? 'GET';
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const conditions = Object.entries(when).map(([name, value]): Condition => {
    const place = path.includes(`{${name}}`) ? 'path' : hasBody ? 'body' : 'query';
    return { in: place, name, value };
  });
  return succeed({ upstream, method, path }, conditions);
}

function succeed(operation: Pick<Mock, 'upstream' | 'method' | 'path'>, when: Condition[]): Found {
  return { ok: true, target: { ...operation, ...(when.length > 0 ? { when } : {}) } };
}

function refuse(path: string, message: string): Found {
  return { ok: false, problems: [{ path, message }] };
}

/** Arguments whose values an answer can depend on, with their place. */
function listPlaced(tool: HttpTool, blueprint: Blueprint): Omit<Condition, 'value'>[] {
  return listArguments(tool, definitionsOf(tool, blueprint)).flatMap((each) => {
    const { in: place, name } = each;
    if (place === 'querystring' || place === 'cookie') return [];
    return [{ in: place, name }];
  });
}

/** Where an argument, or a property of the body, is in the request; null where an answer cannot see it. */
function locateArgument(
  tool: HttpTool,
  name: string,
  value: JsonValue,
  blueprint: Blueprint,
): Condition[] | null {
  const { body } = tool.action;
  if (body?.argument === name) {
    if (!isJsonObject(value)) return null;
    return Object.entries(value).map(([property, each]) => ({
      in: 'body',
      name: wireNameOf(body, property),
      value: each,
    }));
  }
  const located = findArgument(tool, name, definitionsOf(tool, blueprint));
  if (located === null || located.in === 'querystring' || located.in === 'cookie') return null;
  return located.isWhole ? null : [{ in: located.in, name: located.wire, value }];
}
