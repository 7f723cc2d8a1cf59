import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import type { WorkModel, WorkUpstream } from '#app/builder/built-in/plan/work-model.ts';
import type { AuthSketch, Base } from '#app/extraction/reading/sketch.ts';

import { askBack, type Effect } from './effect.ts';
import type { Scope } from './scope.ts';

/** Reads "use https://… instead": the base URL of an API in the draft. */
export function changeBase(
  model: WorkModel,
  bases: readonly Base[],
  text: string,
  scope: Scope,
): Effect | null {
  const [base] = bases;
  const used = model.upstreams.filter((upstream) =>
    liveTools(model).some((tool) => tool.upstream === upstream),
  );
  const pool = used.length > 0 ? used : model.upstreams;
  if (!base || pool.length === 0) return null;
  const host = URL.canParse(base.url) ? new URL(base.url).hostname : '';
  const target =
    pool.length === 1
      ? pool[0]
      : (pool.find(
          ({ baseUrl }) =>
            text.includes(new URL(baseUrl).hostname) && new URL(baseUrl).hostname !== host,
        ) ?? pool.find(({ baseUrl }) => new URL(baseUrl).hostname === host));
  if (!target) {
    return askBack(
      `Which API is at ${base.url} now?`,
      pool.map(({ baseUrl }) => baseUrl),
    );
  }
  if (target.baseUrl === base.url) return null;
  target.baseUrl = base.url;
  return { kind: 'done', focus: [...scope.focus] };
}

/** Reads "everything is under /v2 now": another version or prefix for the whole API. */
export function changePrefix(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const live = liveTools(model);
  const said = /(?<![\p{L}\p{N}/:.])\/?(v\d+(?:\.\d+)*)(?![\p{L}\p{N}])/giu;
  const versions = [...text.matchAll(said)].map(([, version = '']) => version);
  const has = (version: string) =>
    model.upstreams.some(({ baseUrl }) => baseUrl.split('/').slice(3).includes(version)) ||
    live.some(({ path }) => path.split('/').includes(version));
  const to = versions.find((version) => !has(version));
  if (to === undefined || live.length === 0) return null;
  const isOld = (part: string) => /^v\d+(?:\.\d+)*$/i.test(part) && part !== to;
  let changed = false;
  for (const upstream of model.upstreams) changed = replaceSegment(upstream, isOld, to) || changed;
  for (const tool of live) {
    const path = tool.path
      .split('/')
      .map((part) => (isOld(part) ? to : part))
      .join('/');
    changed = changed || path !== tool.path;
    tool.path = path;
  }
  if (!changed && lx.rx('<base>|<all>|<version>').test(text)) {
    for (const upstream of model.upstreams) upstream.baseUrl = `${upstream.baseUrl}/${to}`;
    changed = true;
  }
  return changed ? { kind: 'done', focus: [...scope.focus] } : null;
}

function replaceSegment(
  upstream: WorkUpstream,
  isOld: (part: string) => boolean,
  to: string,
): boolean {
  const [scheme = '', blank = '', host = '', ...segments] = upstream.baseUrl.split('/');
  if (!segments.some(isOld)) return false;
  upstream.baseUrl = [
    scheme,
    blank,
    host,
    ...segments.map((part) => (isOld(part) ? to : part)),
  ].join('/');
  return true;
}

/** Authentication as described in a message. */
export interface SpokenAuth {
  auth: AuthSketch;
  start: number;
}

/** Sets the authentication of an API; among several, that of the one that is meant. */
export function applyAuth(
  model: WorkModel,
  said: readonly SpokenAuth[],
  bases: readonly Base[],
  { text, lx }: { text: string; lx: Scope['lx'] },
): Effect | null {
  let asked: Effect | null = null;
  for (const { auth, start } of said) {
    const near = bases.findLast((each) => each.start <= start)?.url;
    const targets = findApis(model, near, { text, start }, lx);
    const [target] = targets;
    if (!target) {
      if (model.upstreams.length > 1) asked = askWhichApi(model);
      continue;
    }
    const complete = completeAuth(auth, target);
    const open = askForAuth(complete);
    if (open) asked = open;
    else for (const each of targets) each.auth = complete.kind === 'none' ? null : complete;
  }
  return asked;
}

/** The API at the nearest address, else the one whose host is named, else the only one. */
function findApis(
  { upstreams }: WorkModel,
  base: string | undefined,
  { text, start }: { text: string; start: number },
  lx: Scope['lx'],
) {
  const clause = /^.*?(?=[,;\n]|[.!?](?:\s|$)|$)/su.exec(text.slice(start))?.[0] ?? '';
  const subject = upstreams.filter(({ baseUrl }) => isHostNamed(baseUrl, clause, lx));
  if (subject.length > 0 && subject.length < upstreams.length && !clause.includes('://'))
    return subject;
  const near = upstreams.find(
    ({ baseUrl }) => base !== undefined && (baseUrl.startsWith(base) || base.startsWith(baseUrl)),
  );
  if (near) return [near];
  if (upstreams.length < 2 || lx.has('both', text) || lx.has('all', text)) return upstreams;
  const named = upstreams.filter(({ baseUrl }) => isHostNamed(baseUrl, text, lx));
  if (named.length > 0) return named;
  const open = upstreams.filter(({ auth }) => auth === null);
  return open.length === 1 ? open : [];
}

/** Whether a text names a part of a host: "the billing one" of billing.acme.com. */
function isHostNamed(baseUrl: string, text: string, lx: Scope['lx']): boolean {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const labels = new URL(baseUrl).hostname.split('.').slice(0, -1);
  return labels.some((label) => label !== 'api' && !lx.is('filler', label) && words.has(label));
}

function askWhichApi({ upstreams }: WorkModel): Effect {
  const choices = upstreams.slice(0, 8).map(({ baseUrl }) => baseUrl);
  return askBack('Which API signs in like that?', choices);
}

/** A question for the missing part of a scheme. */
function askForAuth({ kind, name, in: place, tokenUrl }: AuthSketch): Effect | null {
  if (kind === 'apiKey' && (name === undefined || place === undefined)) {
    const question = 'Where does the API expect its key, and under which name?';
    return askBack(question, ['header X-Api-Key', 'query api_key', 'header Authorization']);
  }
  if (kind !== 'oauth2' || tokenUrl !== undefined) return null;
  const question =
    'At which address does the API give out tokens? Give the token endpoint (https://…/token).';
  return askBack(question);
}

/** Completes the known authentication, as in "add the scope b" and "the key goes into the query". */
function completeAuth(auth: AuthSketch, { auth: known }: WorkUpstream): AuthSketch {
  if (auth.kind === 'oauth2' && known?.kind === 'oauth2') {
    return {
      ...known,
      ...auth,
      scopes: [...new Set([...(known.scopes ?? []), ...(auth.scopes ?? [])])],
    };
  }
  return auth.kind === 'apiKey' && known?.kind === 'apiKey' ? { ...known, ...auth } : auth;
}

/** Reads "the header is really called X-People-Key": another name for an API's key. */
export function renameKey(text: string, { model, lx }: Scope): Effect | null {
  const keyed = model.upstreams.filter(({ auth }) => auth?.kind === 'apiKey');
  const name = /(?<![\w-])([A-Za-z]\w*(?:-\w+)+)(?![\w-])/.exec(text)?.[1];
  if (
    keyed.length === 0 ||
    name === undefined ||
    !lx.rx('<header>').test(text) ||
    !lx.rx('<named>|<rename>|<change>|<instead>').test(text) ||
    lx.rx('<argument>').test(text)
  )
    return null;
  const [target] =
    keyed.length === 1
      ? keyed
      : keyed.filter(
          ({ auth, baseUrl }) =>
            (auth?.name !== undefined && text.includes(auth.name)) ||
            text
              .toLowerCase()
              .split(/\W+/)
              .some(
                (word) => word.length > 1 && new URL(baseUrl).hostname.split('.').includes(word),
              ),
        );
  if (!target?.auth || target.auth.name === name) return null;
  target.auth = { ...target.auth, in: 'header', name };
  return { kind: 'done' };
}

/** Reads "add the scope reservations.write". */
export function addScope(text: string, { model, lx }: Scope): Effect | null {
  const upstream = model.upstreams.find(({ auth }) => auth?.kind === 'oauth2');
  if (!upstream?.auth || !lx.rx('<scope>').test(text)) return null;
  const names = [
    ...text.matchAll(/[`"']?([A-Za-z][\w-]*(?:[.:/][\w.-]+)+|[a-z]+_[a-z_]+)[`"']?/g),
  ].map(([, name = '']) => name.replace(/\.$/, ''));
  const plain = lx
    .rx(String.raw`<scope>\s+(?:<named>\s+)?[\x60"']?([A-Za-z][\w.:/-]*)`)
    .exec(text)?.[1];
  const scopes = names.length > 0 ? names : plain ? [plain] : [];
  if (scopes.length === 0) return null;
  const known = upstream.auth.scopes ?? [];
  upstream.auth = {
    ...upstream.auth,
    scopes: lx.rx('<remove>').test(text)
      ? known.filter((scope) => !scopes.includes(scope))
      : [...new Set([...known, ...scopes])],
  };
  return { kind: 'done' };
}

/** Further words of a name: capitalised ones, and all up to the end of the sentence. */
function completeName(
  named: RegExpExecArray | undefined,
  text: string,
  lx: Scope['lx'],
): string | undefined {
  const first = named?.[2];
  if (named === undefined || first === undefined || /[.,]$/.test(first)) {
    return first?.replace(/[.,]+$/, '');
  }
  const rest = text.slice(named.index + named[0].length);
  const capitals = /^(?:\s+(?:& )?(?!(?:GET|POST|PUT|PATCH|DELETE)\b)[\p{Lu}\p{N}][\w'-]*)+/u.exec(
    rest,
  );
  const last = lx
    .rx(
      String.raw`^((?:\s+(?!<please>|<filler>)[\p{L}\p{N}'-]+){1,4})(?:\s+<please>)?\s*(?:[.,;!]|$)`,
    )
    .exec(rest);
  return first + (last?.[1] ?? capitals?.[0] ?? '');
}

/** Reads "a server named museum-guide", "rename the server to x", "call the server y". */
export function nameServer(text: string, { model, lx }: Scope): Effect | null {
  const filler = String.raw`\s+(?:<filler>\s+|<to>\s+)*`;
  const newName = String.raw`(?:[\x60"'“]([^\x60"'”]{1,80})[\x60"'”]|([\p{L}\p{N}][\w.-]*))`;
  const templates = [
    String.raw`<server>\s*[,:–-]?\s*(?:<filler>\s+)*(?:<named>|<name>|<to>|:)\s*:?\s*(?:<filler>\s+|<to>\s+)*`,
    String.raw`(?:<named>|<rename>)\s+(?:<filler>\s+)*<server>${filler}`,
    String.raw`<name>\s+(?:of\s+)?(?:<filler>\s+)*<server>${filler}`,
  ];
  const named = templates
    .map((template) => lx.rx(`${template}${newName}`).exec(text))
    .find((match) => match !== null);
  const said = named?.[1] ?? completeName(named, text, lx);
  if (said === undefined || lx.is('filler', said) || lx.is('tool', said) || lx.is('base', said))
    return null;
  const name = said
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-_.]+|[-_.]+$/g, '')
    .slice(0, 64);
  if (name === '') return null;
  model.identity.name = name;
  if (said !== name) model.identity.title = said;
  return { kind: 'done' };
}
