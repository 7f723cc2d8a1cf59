import { listKeyNames } from '#app/api-keys/api-key-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { NamedCallPage } from './call-entry.ts';
import { toCallLogStub } from './call-log-stub.server.ts';
import type { CallQuery } from './call-query.ts';

/** A page of the calls of a project's endpoint, newest first, with the names of their keys. */
export async function viewCalls(
  app: AppContext,
  { id, account }: { id: string; account: string },
  { tool, end, key, before, limit }: CallQuery,
): Promise<NamedCallPage> {
  const page = await toCallLogStub(app.env, id).listCalls({
    ...(tool !== undefined && { tool }),
    ...(end !== undefined && { end }),
    ...(key !== undefined && { key }),
    ...(before !== undefined && { before }),
    ...(limit !== undefined && { limit }),
  });
  const ids = new Set(page.calls.flatMap((call) => call.key ?? []));
  return { ...page, keyNames: await listKeyNames(app.env.DB, account, [...ids]) };
}
