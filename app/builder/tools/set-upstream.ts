import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import { defineTool } from './builder-tool.ts';
import { orNone } from './requests/or-none.ts';
import { describeAuth, toScheme, UpstreamAuth } from './requests/upstream-auth.ts';
import type { EditAnswer } from './workspace.ts';

type Upstream = Blueprint['upstreams'][number];

const UpstreamChange = z.strictObject({
  id: z.string().optional().describe('The only one where absent.'),
  baseUrl: z.string().max(2_048).optional(),
  title: z.string().optional(),
  auth: UpstreamAuth.optional(),
  remove: z.literal(true).optional(),
});
type UpstreamChange = z.infer<typeof UpstreamChange>;

export const setUpstream = defineTool({
  name: 'set_upstream',
  effect: 'changes',
  words: { now: 'Setting the API', done: 'Set the API' },
  subject: ['id', 'baseUrl', 'title'],
  description:
    'Changes an API that the server calls: its base URL and authentication, never values of credentials; adds one (a new id with baseUrl), or removes one that no tool uses.',
  input: UpstreamChange,
  async run(change, { workspace }) {
    const { blueprint } = workspace;
    const target = findUpstream(blueprint, change);
    if (target === null) {
      const ids = blueprint.upstreams.map(({ id }) => id).join(', ');
      return refuse('$.id', `There are several: ${ids}. Say which.`);
    }
    if (change.remove) {
      const edit = { edit: 'removeUpstream', id: target };
      return workspace.edit([edit], [`${target} is removed.`]);
    }
    const problem = change.baseUrl === undefined ? null : findFault(change.baseUrl);
    if (problem !== null) return refuse('$.baseUrl', problem);
    const { edits, changed } = toEdits(blueprint, target, change);
    if (edits.length === 0)
      return refuse('$', 'Say what to change: baseUrl, title, auth or remove.');
    return workspace.edit(edits, changed);
  },
});

function refuse(path: string, message: string): EditAnswer {
  return { changed: [], problems: [{ path, message }] };
}

/** The id that is meant; null where it could be several. */
function findUpstream({ upstreams }: Blueprint, { id, baseUrl }: UpstreamChange): string | null {
  if (id !== undefined) return id;
  if (upstreams.length <= 1) return upstreams[0]?.id ?? 'api';
  const bare = baseUrl?.replace(/\/+$/, '');
  return upstreams.find((each) => each.baseUrl.replace(/\/+$/, '') === bare)?.id ?? null;
}

function findFault(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  const { username, password } = new URL(baseUrl);
  if (username === '' && password === '') return null;
  return 'The address holds a user name or a password: give it without, and set auth instead.';
}

function toEdits(
  blueprint: Blueprint,
  id: string,
  { baseUrl, title, auth }: UpstreamChange,
): { edits: object[]; changed: string[] } {
  const edits: object[] = [];
  const changed: string[] = [];
  const known = blueprint.upstreams.find((each) => each.id === id);
  const address = baseUrl?.replace(/(?<=[^/:])\/+$/, '');
  if (address !== undefined || title !== undefined) {
    const named = title === undefined ? {} : { title: orNone(title) };
    edits.push({ edit: 'setUpstream', id, baseUrl: address, ...named });
    changed.push(
      address === undefined ? describeTitle(id, title) : `The base URL of ${id} is ${address}.`,
    );
  }
  if (auth !== undefined) {
    const scheme = toScheme(auth, blueprint, { id, baseUrl: address ?? known?.baseUrl ?? '' });
    edits.push({
      edit: 'setAuth',
      upstream: id,
      auth: scheme === null ? [] : [scheme],
      security: scheme === null ? [] : [[scheme.id]],
    });
    const needed = new Set(scheme === null ? [] : secretNames(scheme));
    const unused = listUnused(blueprint, known).filter((name) => !needed.has(name));
    edits.push(...unused.map((name) => ({ edit: 'removeSecret', name })));
    changed.push(describeAuth(auth, id));
  }
  return { edits, changed };
}

function describeTitle(id: string, title = ''): string {
  return title === '' ? `${id} has no title any more.` : `${id} is called ${title}.`;
}

/** Secrets of an upstream's schemes that no other upstream needs. */
function listUnused({ upstreams, secrets }: Blueprint, known: Upstream | undefined): string[] {
  const others = upstreams.filter((each) => each !== known);
  const needed = new Set(others.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const own = new Set(known?.auth.flatMap(secretNames));
  return secrets.map(({ name }) => name).filter((name) => own.has(name) && !needed.has(name));
}
