import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { RequestProblem } from './connection.ts';

/** Pages of a list that are read. */
const MAX_PAGES = 100;

const MEMBERS = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

export type ListMethod = keyof typeof MEMBERS;

/** Reads all pages of a list; ends with what was read where a cursor repeats or there are too many. */
export async function listPages(
  method: ListMethod,
  ask: (params: JsonObject) => Promise<Result<JsonObject, RequestProblem>>,
): Promise<Result<readonly JsonObject[], RequestProblem>> {
  const all: JsonObject[] = [];
  const seen = new Set<string>();
  let params: JsonObject = {};
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await ask(params);
    if (!found.ok) return found;
    const members = found.value[MEMBERS[method]];
    if (!Array.isArray(members)) {
      const message = `The answer to ${method} has no array "${MEMBERS[method]}".`;
      return fail({ reason: 'invalid-message', message });
    }
    for (const member of members) if (isJsonObject(member)) all.push(member);
    const { nextCursor } = found.value;
    if (typeof nextCursor !== 'string' || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    params = { cursor: nextCursor };
  }
  return succeed(all);
}
