import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import type { Workspace } from './workspace.ts';

const Auth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('basic') }),
  z.strictObject({
    kind: z.literal('apiKey'),
    in: z.enum(['header', 'query', 'cookie']),
    name: z.string().min(1),
  }),
]);
type Auth = z.infer<typeof Auth>;

export const setUpstream = defineTool({
  name: 'set_upstream',
  description:
    'Changes an API that the server calls, or adds one: its base URL, and how requests prove who sends them. Values of credentials are never part of this: name none, the person sets them as secrets.',
  input: z.strictObject({
    id: z.string().optional().describe('The only one where absent.'),
    baseUrl: z.string().optional(),
    title: z.string().optional(),
    auth: Auth.optional(),
  }),
  async run({ id, baseUrl, title, auth }, { workspace }) {
    const known = workspace.blueprint.upstreams;
    const target = id ?? (known.length === 1 ? known[0]?.id : undefined) ?? 'api';
    if (id === undefined && known.length > 1) {
      const message = `There are several: ${known.map((each) => each.id).join(', ')}. Say which.`;
      return { changed: [], problems: [{ path: '$.id', message }] };
    }
    const edits: object[] = [];
    const changed: string[] = [];
    if (baseUrl !== undefined || title !== undefined) {
      edits.push({
        edit: 'setUpstream',
        id: target,
        baseUrl,
        ...(title === undefined ? {} : { title }),
      });
      changed.push(
        baseUrl === undefined ? `${target} is called ${title}.` : `${target} is ${baseUrl}.`,
      );
    }
    if (auth !== undefined) {
      const scheme = toScheme(auth, secretPrefix(workspace));
      edits.push({
        edit: 'setAuth',
        upstream: target,
        auth: scheme === null ? [] : [scheme],
        security: scheme === null ? [] : [[scheme.id]],
      });
      changed.push(describeAuth(auth, target));
    }
    if (edits.length === 0) {
      const message = 'Say what to change: baseUrl, title or auth.';
      return { changed: [], problems: [{ path: '$', message }] };
    }
    return workspace.edit(edits, changed);
  },
});

function toScheme(auth: Auth, prefix: string) {
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return { id: 'bearer', kind: 'bearer', secret: `${prefix}_TOKEN` };
    case 'basic':
      return {
        id: 'basic',
        kind: 'basic',
        usernameSecret: `${prefix}_USERNAME`,
        passwordSecret: `${prefix}_PASSWORD`,
      };
    case 'apiKey':
      return { id: 'key', kind: 'apiKey', in: auth.in, name: auth.name, secret: `${prefix}_KEY` };
  }
}

function describeAuth(auth: Auth, id: string): string {
  switch (auth.kind) {
    case 'none':
      return `Calls of ${id} carry no credential.`;
    case 'bearer':
      return `Calls of ${id} carry a bearer token.`;
    case 'basic':
      return `Calls of ${id} carry a user name and a password.`;
    case 'apiKey':
      return `Calls of ${id} carry a key as the ${auth.in} ${auth.name}.`;
  }
}

/** `ACME_API` for a server called `acme-api`. */
function secretPrefix({ blueprint }: Workspace): string {
  const words = blueprint.identity.name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return (/^[A-Z]/.test(words) ? words : `API_${words}`).slice(0, 40).replace(/^_+|_+$/g, '');
}
