import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { toProbe } from '#app/mcp-client/oauth/to-probe.ts';
import { parseChallenge } from '#app/mcp-client/oauth/parse-challenge.ts';
import { takeAnswered } from '#app/mcp-client/oauth/read-oauth-document.ts';

/** Asks the server as somebody it does not know, and reads its challenge (RFC 9728, 5.1). */
export const askWithoutToken: RunStep = async ({ settings, send, signal }) => {
  const found = new StepFindings();
  const exchanges = await send(toProbe(settings, null), signal);
  found.addExchanges(exchanges);
  const answer = takeAnswered('The server', exchanges);
  if (!answer.ok) return found.fail(answer);
  const { status, headers } = answer.value.response;
  if (status !== 401 && status !== 403) {
    const message = `The server answered with status ${status} instead of 401: it lets in who has no token, at least for this request.`;
    return found.fail({ reason: 'not-protected', message });
  }
  found.add('pass', `The server answered with status ${status}: it wants a token.`);
  const header = headers.find(([name]) => name === 'www-authenticate')?.[1] ?? null;
  const challenge = parseChallenge(header);
  if (challenge === null) {
    const text =
      header === null
        ? 'No WWW-Authenticate header can be read. Either the server sends none, or its CORS headers do not expose it. The metadata is looked for at its well-known addresses.'
        : 'WWW-Authenticate holds no Bearer challenge. The metadata is looked for at its well-known addresses.';
    found.add('warn', text);
  } else if (challenge.resourceMetadata === null) {
    found.add(
      'warn',
      'The challenge names no resource_metadata: its well-known addresses are tried.',
    );
  } else {
    found.add('pass', `The challenge names the metadata: ${challenge.resourceMetadata}`);
  }
  if (challenge?.scope) found.add('note', `The server asks for the scopes ${challenge.scope}`);
  const none = { resourceMetadata: null, scope: null, error: null, errorDescription: null };
  return found.succeed({ challenge: { status, ...(challenge ?? none) } });
};
