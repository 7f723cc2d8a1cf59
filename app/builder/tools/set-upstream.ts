import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import { defineTool } from './builder-tool.ts';
import { asksFor, asksForHost, REMOVAL } from './guard/user-intent.ts';
import { ALLOW, ask, guardHost, hostOf, type TurnWords, type Verdict } from './guard/verdict.ts';
import { describeAuth, toScheme, UpstreamAuth } from './requests/upstream-auth.ts';
import type { EditAnswer } from './workspace.ts';

type Upstream = Blueprint['upstreams'][number];

const UpstreamChange = z.strictObject({
  id: z.string().optional().describe('The only one where absent.'),
  baseUrl: z.string().max(2_048).optional().describe('Tools stay, and call the new address.'),
  title: z.string().optional(),
  auth: UpstreamAuth.optional(),
  remove: z.literal(true).optional().describe('Removes it, where no tool uses it.'),
});
type UpstreamChange = z.infer<typeof UpstreamChange>;

const CREDENTIAL =
  /\b(?:bearer|token|api.?key|key|basic|password|auth\w*|log.?in|credentials?|header|oauth|passwort|schlüssel|clé|clave|chave|chiave)\b/iu;

export const setUpstream = defineTool({
  name: 'set_upstream',
  effect: 'changes',
  words: { now: 'Setting the API', done: 'Set the API' },
  subject: ['id', 'baseUrl', 'title'],
  description:
    'Changes an API that the server calls, adds one (a new id with its baseUrl), or removes one: its base URL, and how requests prove who sends them. Values of credentials are never part of this: name none, the person sets them as secrets.',
  input: UpstreamChange,
  guard: guardUpstream,
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
    const named = title === undefined ? {} : { title };
    edits.push({ edit: 'setUpstream', id, baseUrl: address, ...named });
    changed.push(
      address === undefined ? `${id} is called ${title}.` : `The base URL of ${id} is ${address}.`,
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

/** Secrets of an upstream's schemes that no other upstream needs. */
function listUnused({ upstreams, secrets }: Blueprint, known: Upstream | undefined): string[] {
  const others = upstreams.filter((each) => each !== known);
  const needed = new Set(others.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const own = new Set(known?.auth.flatMap(secretNames));
  return secrets.map(({ name }) => name).filter((name) => own.has(name) && !needed.has(name));
}

function guardUpstream(
  words: TurnWords,
  { id, baseUrl, auth, remove }: UpstreamChange,
  blueprint: Blueprint,
): Verdict {
  const target = blueprint.upstreams.find((each) => each.id === id) ?? blueprint.upstreams[0];
  if (remove === true && !asksFor(words.said, REMOVAL)) {
    return ask(`remove the API ${target?.baseUrl ?? id ?? ''}`);
  }
  if (baseUrl !== undefined && hostOf(baseUrl) !== hostOf(target?.baseUrl ?? '')) {
    const host = hostOf(baseUrl) ?? baseUrl.slice(0, 100);
    if (!asksForHost(words.said, host)) {
      const verdict = guardHost(words, baseUrl, blueprint);
      return verdict.act === 'refuse' ? verdict : ask(`send the requests of the API to ${host}`);
    }
  } else if (baseUrl !== undefined && target && new URL(baseUrl).protocol === 'http:') {
    if (!words.said.includes(baseUrl)) return ask(`send the requests of the API to ${baseUrl}`);
  }
  const token = auth?.kind === 'oauth2' ? guardTokenUrl(words, auth.tokenUrl, blueprint) : ALLOW;
  if (token.act !== 'allow') return token;
  if (auth === undefined || asksFor(words.said, CREDENTIAL)) return ALLOW;
  return ask(`change how requests prove who sends them (${auth.kind})`);
}

/** The client's credentials go to that host: one that the person named, or that gets them already. */
function guardTokenUrl(words: TurnWords, tokenUrl: string, blueprint: Blueprint): Verdict {
  const host = hostOf(tokenUrl) ?? tokenUrl.slice(0, 100);
  const known = blueprint.upstreams.some(({ auth }) =>
    auth.some((each) => each.kind === 'oauth2ClientCredentials' && each.tokenUrl === tokenUrl),
  );
  if (known || asksForHost(words.said, host)) return ALLOW;
  const verdict = guardHost(words, tokenUrl, blueprint);
  return verdict.act === 'refuse' ? verdict : ask(`send the client's credentials to ${host}`);
}
