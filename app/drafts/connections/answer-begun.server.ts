import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { beginConnection } from './begin-connection.server.ts';
import { BegunConnection, type ConnectionStart } from './connection.ts';
import type { ConnectionHolder } from './connection-holder.ts';

/** Begins a connection, and answers where the browser goes, which is marked. */
export async function answerBegun(
  app: AppContext,
  request: Request,
  holder: ConnectionHolder,
  start: ConnectionStart,
): Promise<Response> {
  const begun = await beginConnection(app, request, holder, start);
  if (!begun.ok) return answerProblem(app, begun);
  const { url, setCookie } = begun.value;
  const headers = { ...PRIVATE_HEADERS, 'set-cookie': setCookie };
  return answerJson(BegunConnection, { url }, { headers });
}
