import { StepFindings } from '#app/mcp-client/oauth/step-findings.ts';
import type { RunStep } from '#app/mcp-client/oauth/oauth-step.ts';
import { requestTokens } from '#app/mcp-client/oauth/request-tokens.ts';

/** Renews the access token without the person (RFC 6749, 6). */
export const refreshTokens: RunStep = async (input) => {
  const found = new StepFindings();
  const { tokens, server } = input.facts;
  if (tokens === null) return found.miss('First get tokens.');
  const { refreshToken, scope, issuer } = tokens;
  if (refreshToken === null) {
    const message =
      'The authorization server gave no refresh token. Many give one for the scope offline_access.';
    return found.fail({ reason: 'missing-step', message });
  }
  if (issuer !== server?.issuer) {
    const message = `The refresh token is one of ${issuer}, and is not sent to anybody else.`;
    return found.fail({ reason: 'issuer-mismatch', message });
  }
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const renewed = await requestTokens(found, input, form, { scope, refreshToken });
  return renewed.ok ? found.succeed({ tokens: renewed.value }) : found.fail(renewed);
};
