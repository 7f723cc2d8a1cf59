import type { JsonObject } from '#app/runtime/definition.ts';
import { toText } from '#app/runtime/json.ts';

import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { tellEdits } from '#app/builder/built-in/summary.ts';
import type { UpstreamFacts } from '#app/builder/built-in/turn.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';
import { NOT_KEPT } from './talk.ts';

/** How an API is signed in to, or that it must be asked where its key goes. */
type Auth =
  | { kind: 'known'; auth: JsonObject }
  | { kind: 'open'; place: string | null; name: string | null };

const KEY = /^(?:api[- ]?keys?|apikey|key|token|secret|credential)$/;
const KEY_IDLE =
  /^(?:an?|the|api|called|named|name|as|in|is|it|with|sent|of|:|header|query|cookie|auth|authentication|parameter|param|string|argument|custom|secret|key|token|apikey|api-key|request|http|field|value|via|through|by|use|and)$/;

/** Reads "a bearer token", "basic auth", "an API key in the header X-Api-Key"; null where it is neither. */
function readAuth(tokens: readonly Token[]): Auth | null {
  const words = tokens.map(({ word }) => word);
  const text = words.join(' ');
  if (words.includes('no') || words.includes('not')) return null;
  if (
    /^(?:an? |the )?(?:http )?(?:oauth2? )?bearer(?: (?:tokens?|auth|authentication|authorization|header|scheme|jwt))*$/.test(
      text,
    )
  ) {
    return { kind: 'known', auth: { kind: 'bearer' } };
  }
  if (
    /^(?:an? |the )?(?:http )?basic(?: (?:auth|authentication|authorization|login|access|scheme|credentials))*$/.test(
      text,
    )
  ) {
    return { kind: 'known', auth: { kind: 'basic' } };
  }
  if (/^(?:a )?(?:user ?name|username) and (?:a )?password$/.test(text)) {
    return { kind: 'known', auth: { kind: 'basic' } };
  }
  if (/^(?:an? |the )?(?:jwt|personal access|access|oauth) tokens?$/.test(text)) {
    return { kind: 'known', auth: { kind: 'bearer' } };
  }
  const isKey =
    words.some((word) => KEY.test(word)) ||
    /^(?:in |as )?(?:an? |the )?(?:header|cookie|query)\b/.test(text);
  return isKey ? readKey(tokens) : null;
}

function readKey(tokens: readonly Token[]): Auth | null {
  const place =
    tokens.find(({ word }) => /^(?:header|query|cookie|url)s?$/.test(word))?.word ?? null;
  const where = place === null ? null : place.startsWith('url') ? 'query' : place.replace(/s$/, '');
  const titled = tokens.findIndex(({ word }) => /^(?:named|called|as)$/.test(word));
  const given =
    titled === -1
      ? []
      : trimWords(tokens.slice(titled + 1), /^(?:the|a|an|header|query|cookie|in)$/);
  const names =
    given.length === 1
      ? given
      : tokens.filter(
          ({ word, kind }) => kind === 'quote' || (kind === 'word' && !KEY_IDLE.test(word)),
        );
  const [name] = names;
  if (!name) return { kind: 'open', place: where, name: null };
  if (names.length > 1 || !/^[\w-]{1,64}$/.test(name.text)) return null;
  // A name with dashes is how headers are written.
  const isHeader = name.text.includes('-') || name.word === 'authorization';
  const sure = where ?? (isHeader ? 'header' : null);
  if (sure === null) return { kind: 'open', place: null, name: name.text };
  return { kind: 'known', auth: { kind: 'apiKey', in: sure, name: name.text } };
}

function setAuth({ auth = [] }: Slots, scope: Scope): Outcome | null {
  const { words, upstream } = splitUpstream(auth, scope);
  const { clean, hadSecret } = withoutSecret(words);
  const read = readAuth(trimWords(clean, /^(?:,|:|authentication|auth|the|now|instead)$/));
  if (!read) return null;
  const outcome =
    read.kind === 'known' ? applyAuth(read.auth, upstream, scope) : askKey(read, upstream, scope);
  if (!hadSecret || outcome.kind === 'answer') return outcome;
  if (outcome.kind === 'question') {
    return { ...outcome, question: `${outcome.question} (${NOT_KEPT})` };
  }
  const { plan } = outcome;
  return { ...outcome, tell: (results) => `${tellEdits(plan, results)} ${NOT_KEPT}` };
}

/** A pasted credential is nothing that a blueprint holds. */
function withoutSecret(words: readonly Token[]): { clean: Token[]; hadSecret: boolean } {
  const isSecret = ({ text }: Token) =>
    text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text) && !text.includes(' ');
  const clean = words.filter((token) => !isSecret(token));
  return { clean, hadSecret: clean.length < words.length };
}

function splitUpstream(
  tokens: readonly Token[],
  scope: Scope,
): { words: Token[]; upstream: UpstreamFacts | null } {
  const at = tokens.findLastIndex(({ word }) => /^(?:for|on|with|to|at|of)$/.test(word));
  const said =
    at > 0
      ? joinText(tokens.slice(at + 1))
          .toLowerCase()
          .replace(/^the /, '')
          .replace(/ api$/, '')
      : '';
  if (
    /^(?:server|api|it|upstream|this|everything|all|all tools|all requests|requests)$/.test(said)
  ) {
    return { words: tokens.slice(0, at), upstream: null };
  }
  const upstream =
    said === ''
      ? undefined
      : scope.facts.upstreams.find(
          ({ id, baseUrl }) =>
            id.toLowerCase() === said || hostOf(baseUrl).includes(said) || baseUrl === said,
        );
  return upstream
    ? { words: tokens.slice(0, at), upstream }
    : { words: [...tokens], upstream: null };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function applyAuth(auth: JsonObject, upstream: UpstreamFacts | null, { facts }: Scope): Outcome {
  const { upstreams } = facts;
  if (upstreams.length === 0) {
    return say(
      'The server calls no API yet, so there is nothing to sign in to. Add a tool or a document first.',
    );
  }
  const set = (id: string | null): Outcome => {
    const input = { ...(id === null ? {} : { id }), auth };
    return perform(`Use ${describeAuth(auth)}${id === null ? '' : ` for ${id}`}`, [
      { tool: 'set_upstream', input },
    ]);
  };
  if (upstream) return set(upstream.id);
  if (upstreams.length === 1) return set(null);
  return {
    kind: 'question',
    question: `Which API uses ${describeAuth(auth)}?`,
    choices: upstreams.slice(0, 8).map(({ id }) => id),
    answered: (answer) => {
      const said = answer.trim().toLowerCase();
      const chosen = upstreams.find(
        ({ id, baseUrl }) => id.toLowerCase() === said || baseUrl === said,
      );
      return chosen ? set(chosen.id) : null;
    },
  };
}

/** Where the key goes, and under which name: nobody else knows. */
function askKey(
  { place, name }: { place: string | null; name: string | null },
  upstream: UpstreamFacts | null,
  scope: Scope,
): Outcome {
  if (scope.facts.upstreams.length === 0) return applyAuth({ kind: 'none' }, null, scope);
  const usual = { header: 'header X-Api-Key', query: 'query api_key', cookie: 'cookie session' };
  const choices =
    name === null
      ? Object.entries(usual).flatMap(([each, text]) => (each === (place ?? each) ? [text] : []))
      : ['header', 'query', 'cookie'].map((each) => `${each} ${name}`);
  return {
    kind: 'question',
    question:
      name === null
        ? 'Where does the API expect its key, and under which name?'
        : `Where does the API expect \`${name}\`?`,
    choices,
    answered: (answer) => {
      const read = readKey(readTokens(answer));
      return read?.kind === 'known' ? applyAuth(read.auth, upstream, scope) : null;
    },
  };
}

function describeAuth(auth: JsonObject): string {
  switch (auth['kind']) {
    case 'bearer':
      return 'a bearer token';
    case 'basic':
      return 'basic authentication';
    case 'apiKey':
      return `the key ${toText(auth['name'] ?? null)} in the ${toText(auth['in'] ?? null)}`;
    default:
      return 'no authentication';
  }
}

function removeAuth({ auth = [] }: Slots, scope: Scope): Outcome | null {
  const words = auth.length > 0 ? splitUpstream([...readTokens('none'), ...auth], scope) : null;
  return applyAuth({ kind: 'none' }, words?.upstream ?? null, scope);
}

const AUTH = 'auth|authentication|authorization|login|credentials';

const BARE = /^(?:an?|api|apikey|api-key|bearer|basic|token|key|header|http|with)$/;

/** How the API is signed in to. */
export const authenticationRules: readonly Rule[] = [
  rule(
    [
      `[use|with|set] no|without ${AUTH} [at] [all] [<auth>]`,
      `[set] ${AUTH} to|: none|nothing [<auth>]`,
      `remove|drop|disable|delete [any|all] ${AUTH} [<auth>]`,
      `turn|switch off ${AUTH} [<auth>]`,
      `(do not / don't / never) use|send [any] ${AUTH} [<auth>]`,
      `(it / api / server) (needs / requires / uses / has) no ${AUTH}|key|token [<auth>]`,
      `(it / api / server) (needs / requires / uses / has) no api key|token [<auth>]`,
      `no ${AUTH} (needed / required / necessary) [<auth>]`,
      'remove|drop [bearer|api|basic] token|key [<auth>]',
    ],
    removeAuth,
  ),
  rule(
    [
      `set|change|switch ${AUTH} to|: <auth>`,
      'swap|replace <old> for|with|by <auth>',
      `${AUTH} via|by|with|through|using <auth>`,
      'key|token (goes / is sent / belongs / is / is passed) <auth>',
      `${AUTH} is|: <auth>`,
      '(it / api / server / they / we) [now] (uses / use / needs / need / requires / require / expects / wants / is with / has) <auth>',
      'use|set|add|require|requires|expects|needs|send|need|want|with|using|switch|change|authenticate|log|sign [in] [up] [to] [with|by|using] <auth>',
    ],
    setAuth,
  ),
  rule(['<auth>'], (slots, scope) =>
    BARE.test(slots['auth']?.[0]?.word ?? '') ? setAuth(slots, scope) : null,
  ),
];
