import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { parseChallenge } from '#app/mcp-client/oauth/parse-challenge.ts';
import { takeAnswered } from '#app/mcp-client/oauth/read-oauth-document.ts';
import { toProbe } from '#app/mcp-client/oauth/to-probe.ts';

/** Asks the server with the token, and reads what it says about it. */
export const askWithToken: RunStep = async ({ settings, facts, send, signal }) => {
  const found = new StepFindings();
  const { tokens } = facts;
  if (tokens === null) return found.miss('First get tokens.');
  const exchanges = await send(toProbe(settings, tokens.accessToken), signal);
  found.addExchanges(exchanges);
  const answer = takeAnswered('The server', exchanges);
  if (!answer.ok) return found.fail(answer);
  const { status, headers } = answer.value.response;
  const header = headers.find(([name]) => name === 'www-authenticate')?.[1] ?? null;
  const challenge = parseChallenge(header);
  if (status === 403 && challenge?.error === 'insufficient_scope') {
    const message = `The token is good, but more scopes are needed: ${challenge.scope ?? 'not said which'}. Sign in again with them.`;
    const scope = challenge.scope ?? '';
    return found.fail({ reason: 'token-refused', message, code: 'insufficient_scope', scope });
  }
  if (status === 401 || status === 403) {
    const detail = challenge?.errorDescription ?? challenge?.error ?? null;
    const message = `The server refused the token with status ${status}${detail === null ? '' : `: ${detail}`}.`;
    return found.fail({
      reason: 'token-refused',
      message,
      code: challenge?.error ?? 'invalid_token',
    });
  }
  found.add('pass', `The server answered with status ${status}: it takes the token.`);
  return found.succeed({});
};
