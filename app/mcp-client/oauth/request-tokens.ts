import { fail, succeed, type Result } from '#app/platform/result.ts';

import { checkOauthUrl } from './check-oauth-url.ts';
import { chooseClientMethod, proveClient } from './client-methods.ts';
import type { StepFindings } from './step-findings.ts';
import { TokenEndpointAnswer } from './oauth-documents.ts';
import type { OauthProblem, OauthTokens } from './oauth-flow.ts';
import type { StepInput } from './oauth-step.ts';
import {
  quoteRefusal,
  readOauthDocument,
  readRefusal,
  takeAnswered,
} from './read-oauth-document.ts';

/** Values of the request that the answer need not repeat. */
interface Kept {
  scope: string | null;
  refreshToken: string | null;
}

/** Sends a grant to the token endpoint of the server that the client belongs to, and to no other. */
export async function requestTokens(
  found: StepFindings,
  { settings, facts: { server, client, resource }, send, signal }: StepInput,
  form: URLSearchParams,
  kept: Kept,
): Promise<Result<OauthTokens, OauthProblem>> {
  if (server === null || client === null) {
    const message = 'First make the client known to the authorization server.';
    return fail({ reason: 'missing-step', message });
  }
  if (client.issuer !== server.issuer) {
    const message = `The client ${client.id} belongs to ${client.issuer}: nothing was sent to ${server.issuer}.`;
    return fail({ reason: 'wrong-client', message });
  }
  const url = checkOauthUrl('The token endpoint', server.token_endpoint ?? '', settings.serverUrl);
  if (!url.ok) return url;
  form.set('resource', resource?.resource ?? settings.serverUrl);
  const method = settings.method ?? chooseClientMethod(client, server);
  found.add('note', `The client proves itself by ${method}.`);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...proveClient(client, method, form),
  };
  const request = { method: 'POST' as const, url: url.value.href, headers, body: form.toString() };
  const exchanges = await send(request, signal);
  found.addExchanges(exchanges);
  const answer = takeAnswered('The token endpoint', exchanges);
  if (!answer.ok) return answer;
  const { status, body } = answer.value.response;
  if (status >= 400) return fail(toRefusal(status, body));
  const read = readOauthDocument('The token endpoint', TokenEndpointAnswer, answer.value);
  if (!read.ok) return readRefusal(body) === null ? read : fail(toRefusal(status, body));
  return toTokens(found, read.value, kept, server.issuer);
}

function toTokens(
  found: StepFindings,
  answer: {
    access_token: string;
    token_type: string;
    expires_in?: number | string | undefined;
    refresh_token?: string | undefined;
    scope?: string | undefined;
  },
  kept: Kept,
  issuer: string,
): Result<OauthTokens, OauthProblem> {
  if (answer.token_type.toLowerCase() !== 'bearer') {
    const message = `The token is of the type ${answer.token_type.slice(0, 40)}; MCP uses Bearer.`;
    return fail({ reason: 'bad-answer', message });
  }
  found.add('pass', 'The answer has an access token.');
  const seconds = Number(answer.expires_in ?? Number.NaN);
  const lasts = Number.isFinite(seconds) && seconds > 0;
  found.add('note', lasts ? `It lasts ${seconds} seconds.` : 'How long it lasts is not said.');
  const refreshToken = answer.refresh_token ?? kept.refreshToken;
  if (refreshToken === null)
    found.add('note', 'There is no refresh token: you sign in again when it ends.');
  else found.add('pass', 'There is a refresh token.');
  const scope = answer.scope ?? kept.scope;
  if (answer.scope !== undefined && answer.scope !== kept.scope) {
    found.add('note', `Granted scopes: ${answer.scope || 'none'}`);
  }
  const expiresAt = lasts ? Date.now() + seconds * 1_000 : null;
  return succeed({ accessToken: answer.access_token, refreshToken, scope, expiresAt, issuer });
}

function toRefusal(status: number, body: string) {
  const code = readRefusal(body)?.error;
  const message = `The token endpoint refused with status ${status}.${quoteRefusal(body)}`;
  return { reason: 'token-refused' as const, message, ...(code === undefined ? {} : { code }) };
}
