import { useState, useSyncExternalStore } from 'react';

import type { OauthFacts } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';

import { readJwtClaims } from './read-jwt-claims.ts';
import { createTokenStorage, subscribeToTokens } from './token-storage.ts';

/** The token of the flow, and the one that the connection uses. */
export function KeptTokens({ target, facts }: { target: ServerTarget; facts: OauthFacts }) {
  const storage = createTokenStorage(target.id);
  const kept = useSyncExternalStore(
    subscribeToTokens,
    () => storage.read()?.tokens?.accessToken ?? null,
    () => null,
  );
  const { tokens, client, request } = facts;
  const isKept = tokens !== null && tokens.accessToken === kept;
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Tokens</h3>
      {tokens === null ? null : <TokenFacts key={tokens.accessToken} token={tokens.accessToken} />}
      <div className="flex flex-wrap items-center gap-2">
        {tokens === null || isKept ? null : (
          <Button
            variant="primary"
            onClick={() =>
              storage.write({
                serverUrl: target.url,
                tokens,
                client,
                scope: request?.scope ?? tokens.scope,
              })
            }
          >
            Use for this server
          </Button>
        )}
        {kept === null ? null : (
          <Button onClick={() => storage.write(null)}>Forget the tokens of this server</Button>
        )}
      </div>
      <p className="max-w-prose text-sm text-muted">
        {kept === null
          ? 'The connection to this server has no tokens of OAuth.'
          : target.auth.kind === 'oauth'
            ? 'The connection to this server uses its tokens, and refreshes them.'
            : 'Tokens are kept for this server. The connection uses them once its authentication is set to OAuth.'}
      </p>
    </section>
  );
}

function TokenFacts({ token }: { token: string }) {
  const [isShown, setShown] = useState(false);
  const claims = readJwtClaims(token);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Access token</span>
        <code className="min-w-0 wrap-anywhere">{isShown ? token : '••••••••••••'}</code>
        <Button variant="ghost" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={token} what="access token" />
      </div>
      {claims === null ? null : (
        <CodeBlock
          label="Claims of the token, not verified"
          text={claims}
          className="font-mono text-sm"
        />
      )}
    </div>
  );
}
