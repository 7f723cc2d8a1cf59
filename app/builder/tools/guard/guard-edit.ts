import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import { INJECTION_PATTERNS } from '#app/blueprint/readiness/injection-patterns.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';

import { guardToolChange } from './guard-tool-change.ts';
import { asksAbout, asksFor, asksForHost, REMOVAL } from './user-intent.ts';
import { ALLOW, ask, guardHost, hostOf, type TurnWords, type Verdict } from './verdict.ts';

/** A call of a tool by a model. */
export interface GuardedCall {
  tool: string;
  input: unknown;
}

/** Names that a question holds. */
const MAX_NAMED = 20;

type Rule = (words: TurnWords, input: unknown, blueprint: Blueprint) => Verdict;

const Rename = z.looseObject({ from: z.string(), to: z.string() });
const Removed = z.looseObject({
  name: z.string().optional(),
  names: z.array(z.string()).default([]),
});
const Renamed = z.looseObject({
  from: z.string().optional(),
  to: z.string().optional(),
  renames: z.array(Rename).default([]),
});
const Identity = z.looseObject({ instructions: z.string().optional() });
const Document = z.looseObject({ text: z.string().optional(), url: z.string().optional() });
const Upstream = z.looseObject({
  id: z.string().optional(),
  baseUrl: z.string().optional(),
  auth: z.looseObject({ kind: z.string(), tokenUrl: z.string().optional() }).optional(),
  remove: z.boolean().optional(),
});

const CREDENTIAL =
  /\b(?:bearer|token|api.?key|key|basic|password|auth\w*|log.?in|credentials?|header|oauth|passwort|schlüssel|clé|clave|chave|chiave)\b/iu;
const INSTRUCTIONS = /instruct|instruk|anweisung|istruz|instruç|указан|指示|说明|안내/iu;
const RETURN =
  /\b(?:restore|undo|revert|roll ?back|go back|bring back|zurück|rückgängig|wieder\w*|annul\w*|restaur\w*|deshaz|desfaz\w*|ripristin\w*)\b|恢复|撤销|元に戻/iu;

const mayAlways: Rule = () => ALLOW;

/** Rule of each tool after the turn has read untrusted text; a tool without one asks. */
const RULES: Record<string, Rule> = {
  propose_plan: mayAlways,
  ask_user: mayAlways,
  read_blueprint: mayAlways,
  read_file: mayAlways,
  run_checks: mayAlways,
  run_tool: mayAlways,
  fix_findings: mayAlways,
  add_example: mayAlways,
  set_identity: guardIdentity,
  import_document: guardImport,
  set_upstream: guardUpstream,
  upsert_tool: guardToolChange,
  remove_tool: guardRemoval,
  rename_tool: guardRenaming,
  upsert_resource: ({ said }) =>
    asksFor(said, /resource|ressource|recurso|risors/iu) ? ALLOW : ask('write a resource'),
  upsert_prompt: ({ said }) => (asksFor(said, /prompt/iu) ? ALLOW : ask('write a prompt')),
  restore: ({ said }) => (asksFor(said, RETURN) ? ALLOW : ask('go back to an earlier state')),
};

/** Tools that change nothing: a text that passes through them does no harm. */
const READERS = new Set(['propose_plan', 'ask_user', 'read_blueprint', 'read_file', 'run_checks']);

/**
 * Decides over a call before it is made. A credential is never part of one. Once a turn has read
 * what others wrote, what destroys, touches credentials, or names a new host is done only where the
 * person's own words of this turn ask for it; else they are asked.
 */
export function guardEdit(words: TurnWords, call: GuardedCall, blueprint: Blueprint): Verdict {
  const texts = READERS.has(call.tool) ? [] : textsOf(call.input);
  if (call.tool !== 'import_document') {
    const secret = texts.flatMap(findSecrets)[0];
    if (secret) {
      const why = `This holds ${secret.kind} (${secret.shown}). Values of credentials are set by the person, as secrets.`;
      return { act: 'refuse', why };
    }
  }
  if (!words.isTainted) return ALLOW;
  const rule = RULES[call.tool];
  if (rule === undefined) return ask(`use ${call.tool}`);
  const verdict = rule(words, call.input, blueprint);
  if (verdict.act !== 'allow' || call.tool === 'import_document') return verdict;
  return guardTexts(words, call, texts, blueprint);
}

/** Texts that give orders, hide something, or lead to strange places. */
function guardTexts(
  words: TurnWords,
  { tool }: GuardedCall,
  texts: string[],
  blueprint: Blueprint,
): Verdict {
  for (const text of texts) {
    if (hasHidden(text)) {
      return { act: 'refuse', why: 'A text holds characters that people do not see.' };
    }
    const order = INJECTION_PATTERNS.exec(text)?.[0];
    if (order !== undefined) return ask(`write “${order}” into the server (${tool})`);
    for (const [address] of text.matchAll(
      /\b(?:https?|wss?|ftp|data|javascript):[^\s"'<>)\]}]+/gi,
    )) {
      const verdict = guardHost(words, address, blueprint);
      if (verdict.act !== 'allow') return verdict;
      if (!/^https?:/i.test(address)) return ask(`write “${address.slice(0, 60)}” into the server`);
    }
  }
  return ALLOW;
}

function guardIdentity({ said }: TurnWords, input: unknown): Verdict {
  const { instructions } = Identity.parse(input);
  if (instructions === undefined || asksFor(said, INSTRUCTIONS)) return ALLOW;
  return ask('change the instructions that models read first');
}

function guardRemoval({ said }: TurnWords, input: unknown): Verdict {
  const { name, names } = Removed.parse(input);
  const all = name === undefined ? names : [name, ...names];
  const unasked = all.filter((each) => !asksFor(said, REMOVAL, each));
  return unasked.length === 0 ? ALLOW : ask(`remove ${listNames(unasked)}`);
}

function guardRenaming({ said }: TurnWords, input: unknown): Verdict {
  const { from, to, renames } = Renamed.parse(input);
  const all = from === undefined || to === undefined ? renames : [{ from, to }, ...renames];
  const unasked = all.filter((each) => !asksAbout(said, each.from));
  if (unasked.length === 0) return ALLOW;
  return ask(`rename ${listNames(unasked.map((each) => `${each.from} to ${each.to}`))}`);
}

/** All of them as long as a person can read them. */
function listNames(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** Allows importing pasted text, and exactly the address that the user named. */
function guardImport({ said, pasted }: TurnWords, input: unknown, blueprint: Blueprint): Verdict {
  const { text, url } = Document.parse(input);
  if (url !== undefined) {
    const host = hostOf(url);
    if (said.includes(url) || pasted.includes(url)) return ALLOW;
    if (host === null) return ALLOW;
    const isBare = !/[?#]/.test(url);
    return isBare && asksForHost(said, host) ? ALLOW : ask(`fetch ${url.slice(0, 200)}`);
  }
  if (text === undefined || blueprint.tools.length === 0) return ALLOW;
  const isTheirs = squeeze(`${said}\n${pasted}`).includes(squeeze(text));
  return isTheirs ? ALLOW : ask('import a document that you did not give');
}

function guardUpstream(words: TurnWords, input: unknown, blueprint: Blueprint): Verdict {
  const { id, baseUrl, auth, remove } = Upstream.parse(input);
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
  const token =
    auth?.tokenUrl === undefined ? ALLOW : guardTokenUrl(words, auth.tokenUrl, blueprint);
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

/** Every text in a value, names of properties too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
