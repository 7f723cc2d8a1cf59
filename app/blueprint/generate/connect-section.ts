import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { escapeMarkdown } from './escape-markdown.ts';

/** Entry that connects APIs, in projects that call one which a person has to sign in at. */
export const CONNECT_ENTRY = 'src/connect.ts';

/** Whether a person has to connect one of the APIs before it can be called. */
export function needsConnecting(upstreams: Blueprint['upstreams']): boolean {
  return upstreams.some(({ auth }) => auth.some(({ kind }) => kind === 'oauth2AuthorizationCode'));
}

/** The README's words about connecting; none where nothing needs it. */
export function toConnectSection({ upstreams }: Blueprint): string {
  if (!needsConnecting(upstreams)) return '';
  const rows = upstreams.flatMap(({ id, title = id, auth }) =>
    auth.flatMap((scheme) => {
      if (scheme.kind !== 'oauth2AuthorizationCode') return [];
      const { clientIdSecret, clientSecretSecret, refreshTokenSecret } = scheme;
      const client = [clientIdSecret, clientSecretSecret].filter((name) => name !== undefined);
      const set = client.map((name) => `\`${name}\``).join(', ');
      return [`| ${escapeMarkdown(title)} | \`${id}\` | ${set} | \`${refreshTokenSecret}\` |`];
    }),
  );
  return [
    '### Connect',
    '',
    'These APIs are called for a person, who allows it once (OAuth 2 with an authorization code and PKCE):',
    '',
    '| API | id | set before | set by connecting |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'Register a client at the API with the redirect address `http://127.0.0.1:8976/callback` (`CONNECT_PORT`',
    'changes the port), put its values into `.env`, and sign in:',
    '',
    '```sh',
    'npm run build',
    'npm run connect        # all of them; npm run connect -- <id> for one',
    '```',
    '',
    'The refresh token is written into `.env`. Some APIs replace it with each use: the new one is then written',
    'into `.env` as well. Where the server cannot do that (the variable comes from the environment, as in',
    'Docker or on Cloudflare Workers), it stays in memory, and the log says so: such an API has to be connected',
    'again after a restart. A call says when a connection has ended.',
  ].join('\n');
}
