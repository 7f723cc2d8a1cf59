import type * as z from 'zod/mini';

import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { OauthProblem } from './oauth-flow.ts';
import { OauthRefusal } from './oauth-documents.ts';

export type AnsweredExchange = HttpExchange & { response: NonNullable<HttpExchange['response']> };

/** The exchange that has an answer, among the attempts of one request. */
export function takeAnswered(
  what: string,
  exchanges: readonly HttpExchange[],
): Result<AnsweredExchange, OauthProblem> {
  const last = exchanges.at(-1);
  if (last?.response) return succeed({ ...last, response: last.response });
  const reasons = new Set(exchanges.map(({ error }) => error ?? ''));
  const message = `${what} could not be asked. ${[...reasons].join(' ')}`;
  return fail({ reason: 'unreachable', message });
}

/** The JSON of an answer with a status of success, held against its schema. */
export function readOauthDocument<Schema extends z.ZodMiniType>(
  what: string,
  schema: Schema,
  { response }: AnsweredExchange,
): Result<z.infer<Schema>, OauthProblem> {
  if (response.status < 200 || response.status > 299) {
    return bad(`${what} answered with status ${response.status}.${quoteRefusal(response.body)}`);
  }
  if (response.isCut) return bad(`${what} sent more than is read.`);
  const json = parse(response.body);
  if (json === undefined) return bad(`${what} sent no JSON.`);
  const read = schema.safeParse(json);
  if (read.success) return succeed(read.data);
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` "${issue.path.join('.')}"`;
  return bad(
    `${what} sent JSON whose${place || ' form'} is not as the standard says: ${issue?.message ?? ''}`,
  );
}

/** `error` of a refusal; null: none that can be read. */
export function readRefusal(text: string): z.infer<typeof OauthRefusal> | null {
  const read = OauthRefusal.safeParse(parse(text));
  return read.success ? read.data : null;
}

/** In the server's own words, which are shown as text and shortened. */
export function quoteRefusal(text: string): string {
  const refusal = readRefusal(text);
  if (refusal === null) return '';
  const detail = refusal.error_description === undefined ? '' : `: ${refusal.error_description}`;
  return ` It says "${`${refusal.error}${detail}`.slice(0, 500)}".`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bad(message: string) {
  return fail({ reason: 'bad-answer' as const, message });
}
