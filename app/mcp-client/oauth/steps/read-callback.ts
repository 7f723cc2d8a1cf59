import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { AuthorizationServer } from '#app/mcp-client/oauth/oauth-documents.ts';
import type { AuthorizationRequest } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';

/** Checks what came back from the sign-in, before anything of it is used (RFC 9207, 2.4). */
export const readCallback: RunStep = async ({ facts }) => {
  const found = new StepFindings();
  const { request, server, callback } = facts;
  if (request === null || server === null) return found.miss('First open the sign-in.');
  if (callback === null) return found.miss('Nothing has come back from the sign-in yet.');
  const answer = new URLSearchParams(callback);
  if (answer.get('state') !== request.state) {
    const message =
      'The answer does not belong to this sign-in: its state is another one. Nothing of it was used.';
    return found.fail({ reason: 'state-mismatch', message });
  }
  found.add('pass', 'The state is the one that was sent.');
  const wrong = findWrongIssuer(answer.get('iss'), request, server);
  if (wrong !== null) return found.fail({ reason: 'issuer-mismatch', message: wrong });
  if (answer.has('iss')) found.add('pass', `The answer comes from ${request.issuer}.`);
  else found.add('note', 'The answer names no issuer, and need not.');
  const error = answer.get('error');
  if (error !== null) return found.fail(toDenial(error, answer.get('error_description')));
  const code = answer.get('code');
  if (code === null || code === '') {
    const message = 'The answer has neither a code nor an error.';
    return found.fail({ reason: 'bad-answer', message });
  }
  found.add('pass', 'The answer has a code.');
  return found.succeed({ code });
};

/** Null: the issuer is right, or none had to be named. It is compared as it is, without any normalisation. */
function findWrongIssuer(
  iss: string | null,
  { issuer }: AuthorizationRequest,
  server: AuthorizationServer,
): string | null {
  if (iss === issuer) return null;
  if (iss !== null) {
    return `The answer names the issuer ${iss.slice(0, 200)} instead of ${issuer}: it may be that of another server, and its code was not sent anywhere.`;
  }
  if (server.authorization_response_iss_parameter_supported !== true) return null;
  return 'The answer names no issuer, although the metadata promises that ("authorization_response_iss_parameter_supported"). Its code was not sent anywhere.';
}

function toDenial(error: string, description: string | null) {
  const words = description === null ? '' : ` ("${description.slice(0, 300)}")`;
  const message =
    error === 'access_denied'
      ? `You, or the authorization server, declined the sign-in${words}. Open it again to allow the access.`
      : `The authorization server refused the sign-in: ${error.slice(0, 100)}${words}.`;
  return { reason: 'denied', message, code: error } as const;
}
