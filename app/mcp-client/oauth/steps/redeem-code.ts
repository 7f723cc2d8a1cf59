import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { requestTokens } from '#app/mcp-client/oauth/request-tokens.ts';

/** Exchanges the code for tokens, with the verifier that only we know (RFC 7636, 4.5). */
export const redeemCode: RunStep = async (input) => {
  const found = new StepFindings();
  const { request, code, server } = input.facts;
  if (request === null || code === null)
    return found.miss('First sign in, so that there is a code.');
  if (request.issuer !== server?.issuer) {
    const message = `The code was given by ${request.issuer}, which is no longer the authorization server. Sign in again.`;
    return found.fail({ reason: 'issuer-mismatch', message });
  }
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: request.redirectUri,
    code_verifier: request.verifier,
  });
  const kept = { scope: request.scope, refreshToken: null };
  const tokens = await requestTokens(found, input, form, kept);
  // A code works once.
  return tokens.ok ? found.succeed({ tokens: tokens.value, code: null }) : found.fail(tokens);
};
