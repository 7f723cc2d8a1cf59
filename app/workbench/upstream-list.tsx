import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { Breakable } from '#app/ui/breakable.tsx';

import { InlineEdit } from './tools/inline-edit.tsx';
import type { DraftScreen } from './use-draft.ts';

type Upstream = Blueprint['upstreams'][number];

/** The APIs that the server calls, and how it proves who it is there. */
export function UpstreamList({ screen }: { screen: DraftScreen }) {
  const { upstreams } = screen.blueprint ?? screen.draft.blueprint;
  const canEdit = screen.draft.mayEdit && screen.blueprint !== null;
  return (
    <ul className="space-y-3">
      {upstreams.map((upstream) => (
        <li key={upstream.id}>
          {upstreams.length > 1 ? (
            <p className="text-sm text-muted">{upstream.title ?? upstream.id}</p>
          ) : null}
          <InlineEdit
            label="base URL"
            value={upstream.baseUrl}
            canEdit={canEdit}
            isMono
            check={(text) => (isHttpUrl(text) ? null : 'Must be an absolute http or https URL.')}
            onSave={(baseUrl) => screen.edit({ edit: 'setUpstream', id: upstream.id, baseUrl })}
          >
            <code className="wrap-anywhere">
              <Breakable text={upstream.baseUrl} />
            </code>
          </InlineEdit>
          <p className="text-sm text-muted">{listAuthSchemes(upstream)}</p>
        </li>
      ))}
    </ul>
  );
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** How requests to an API prove who sends them, in a few words. */
export function listAuthSchemes({ auth }: Upstream): string {
  if (auth.length === 0) return 'No authentication';
  return [...new Set(auth.map(describeScheme))].join(' · ');
}

function describeScheme(scheme: Upstream['auth'][number]): string {
  switch (scheme.kind) {
    case 'apiKey':
      return `API key in ${scheme.in} ${scheme.name}`;
    case 'basic':
      return 'User name and password';
    case 'bearer':
      return 'Bearer token';
    case 'oauth2AuthorizationCode':
      return 'OAuth 2, connected by a person';
    case 'oauth2ClientCredentials':
      return 'OAuth 2 client credentials';
    case 'signature':
      return `Signed requests (${scheme.algorithm})`;
    case 'awsSignature':
      return `AWS Signature Version 4 (${scheme.service}, ${scheme.region})`;
  }
}
