import type { TokenSource } from './authorize.ts';
import { getClientToken } from './client-credentials.ts';
import type { TokenCache } from './client-credentials.ts';
import type { Send } from './token-request.ts';
import type { UserTokens, WantedToken } from './user-tokens.ts';

export interface TokenSourceOptions {
  upstream: WantedToken['upstream'];
  send: Send;
  /** Tokens of clients. */
  tokens: TokenCache;
  /** Tokens that somebody has allowed. */
  userTokens: UserTokens;
  /** Tokens that the API has rejected; they are not used again. */
  rejected: readonly string[];
}

/** Gets access tokens by the way that a scheme names. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { upstream, send, tokens, userTokens, rejected } = options;
  return async (scheme, valueOf) => {
    const id = valueOf(scheme.clientIdSecret);
    switch (scheme.kind) {
      case 'oauth2ClientCredentials': {
        const client = { id, secret: valueOf(scheme.clientSecretSecret) };
        return await getClientToken(send, tokens, rejected.length > 0, scheme, client);
      }
      case 'oauth2AuthorizationCode': {
        const { clientSecretSecret, refreshTokenSecret } = scheme;
        const secret = clientSecretSecret === undefined ? undefined : valueOf(clientSecretSecret);
        const refreshToken = valueOf(refreshTokenSecret);
        return await userTokens({
          upstream,
          scheme,
          client: { id, secret },
          refreshToken,
          rejected,
        });
      }
    }
  };
}
