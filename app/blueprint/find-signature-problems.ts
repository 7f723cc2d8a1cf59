import { isConnectionHeader } from '#app/runtime/request/connection-header.ts';
import { SIGNABLE_PARTS } from '#app/runtime/upstream/signing/signable-parts.ts';
import { isKeyAlgorithm } from '#app/runtime/upstream/signing/private-key.ts';
import { holdsSignature } from '#app/runtime/upstream/signing/sign-by-template.ts';
import type { SignatureScheme } from '#app/runtime/upstream/signing/signature-scheme.ts';
import { namesIn } from '#app/runtime/upstream/signing/template.ts';

/** A problem, and where in the scheme it is. */
export interface SignatureProblem {
  path: (string | number)[];
  message: string;
}

/** Finds what keeps a signature from working, and a key that would be sent itself. */
export function findSignatureProblems(
  scheme: SignatureScheme,
  declared: ReadonlySet<string>,
): SignatureProblem[] {
  const missing = scheme.secrets.flatMap(({ secret }, at) =>
    declared.has(secret)
      ? []
      : [{ path: ['secrets', at, 'secret'], message: `There is no secret named "${secret}".` }],
  );
  return [
    ...missing,
    ...findUnknownNames(scheme),
    ...findDoubleNames(scheme),
    ...findCircles(scheme),
    ...findMisplacedSignature(scheme),
    ...findHeaderProblems(scheme),
    ...findKeyProblems(scheme),
  ];
}

interface Place {
  path: (string | number)[];
  template: string;
}

function templatesOf({ key, message, values = [], send }: SignatureScheme): Place[] {
  return [
    ...(key === undefined ? [] : [{ path: ['key'], template: key }]),
    { path: ['message'], template: message },
    ...values.map(({ text }, at) => ({ path: ['values', at, 'text'], template: text })),
    ...send.map(({ value }, at) => ({ path: ['send', at, 'value'], template: value })),
  ];
}

function findUnknownNames(scheme: SignatureScheme): SignatureProblem[] {
  const own = [...scheme.secrets, ...(scheme.values ?? [])].map(({ name }) => name);
  const known = new Set<string>([...own, ...SIGNABLE_PARTS, 'signature']);
  return templatesOf(scheme).flatMap(({ path, template }) =>
    namesIn(template)
      .filter((name) => !known.has(name) && !name.startsWith('header:'))
      .map((name) => ({
        path,
        message: `Nothing is called {${name}}; known are ${[...known].join(', ')} and header:<name>.`,
      })),
  );
}

function findDoubleNames({ secrets, values = [] }: SignatureScheme): SignatureProblem[] {
  const taken = new Set<string>([...SIGNABLE_PARTS, 'signature']);
  const named = [
    ...secrets.map(({ name }, at) => ({ path: ['secrets', at, 'name'], name })),
    ...values.map(({ name }, at) => ({ path: ['values', at, 'name'], name })),
  ];
  return named.flatMap(({ path, name }) => {
    if (!taken.has(name)) {
      taken.add(name);
      return [];
    }
    return [{ path, message: `{${name}} is something else already.` }];
  });
}

function findCircles(scheme: SignatureScheme): SignatureProblem[] {
  const values = scheme.values ?? [];
  const reaches = (from: string, target: string, seen: readonly string[]): boolean => {
    const value = values.find(({ name }) => name === from);
    if (value === undefined || seen.includes(from)) return false;
    const names = namesIn(value.text);
    return names.includes(target) || names.some((name) => reaches(name, target, [...seen, from]));
  };
  return values.flatMap(({ name }, at) =>
    reaches(name, name, [])
      ? [{ path: ['values', at, 'text'], message: `{${name}} refers to itself.` }]
      : [],
  );
}

function findMisplacedSignature(scheme: SignatureScheme): SignatureProblem[] {
  const { key = '', message, send } = scheme;
  const early = [
    ...(holdsSignature(scheme, key) ? [['key']] : []),
    ...(holdsSignature(scheme, message) ? [['message']] : []),
  ].map((path) => ({ path, message: 'The signature is not known before it is made.' }));
  if (send.some(({ value }) => holdsSignature(scheme, value))) return early;
  return [...early, { path: ['send'], message: 'Nothing sends the {signature}.' }];
}

function findHeaderProblems({ send }: SignatureScheme): SignatureProblem[] {
  return send.flatMap(({ in: place, name }, at) =>
    place === 'header' && isConnectionHeader(name)
      ? [{ path: ['send', at, 'name'], message: `The header "${name}" cannot be set.` }]
      : [],
  );
}

function findKeyProblems(scheme: SignatureScheme): SignatureProblem[] {
  const isKeyed = scheme.algorithm.startsWith('HMAC-') || isKeyAlgorithm(scheme.algorithm);
  const template = isKeyed ? (scheme.key ?? '{secret}') : scheme.message;
  const keys = secretsIn(scheme, template, true);
  const path = [isKeyed ? 'key' : 'message'];
  if (keys.size === 0) {
    const message = isKeyed
      ? 'The key holds none of the secrets; absent, it is {secret}.'
      : 'A plain hash proves nothing unless its message holds a secret.';
    return [{ path, message }];
  }
  if (isKeyAlgorithm(scheme.algorithm)) {
    const problem = findPrivateKeyProblem(scheme, template);
    if (problem !== null) return [problem];
  }
  // In a plain hash other secrets than the key are signed too: which is the key cannot be told.
  if (!isKeyed) return [];
  return scheme.send.flatMap(({ value }, at) =>
    [...secretsIn(scheme, value, false)]
      .filter((name) => keys.has(name))
      .map((name) => ({
        path: ['send', at, 'value'],
        message: `{${name}} is the key, which is never sent itself.`,
      })),
  );
}

/** A private key is one secret, in its own format. */
function findPrivateKeyProblem(
  { secrets, keyEncoding }: SignatureScheme,
  template: string,
): SignatureProblem | null {
  if (!secrets.some(({ name }) => template === `{${name}}`)) {
    return {
      path: ['key'],
      message: 'A private key is one of the secrets alone, such as {secret}.',
    };
  }
  if (keyEncoding === undefined) return null;
  const message = 'A private key is PKCS #8, as PEM or base64: leave the encoding out.';
  return { path: ['keyEncoding'], message };
}

/** Secrets that a signature's parts hold themselves, not only hashed or as the key. */
export function listSentSecrets(scheme: SignatureScheme): string[] {
  const sent = scheme.send.flatMap(({ value }) => [...secretsIn(scheme, value, false)]);
  return scheme.secrets.filter(({ name }) => sent.includes(name)).map(({ secret }) => secret);
}

/** Names of secrets that a template holds, through computed values too. */
function secretsIn(
  { secrets, values = [] }: Pick<SignatureScheme, 'secrets' | 'values'>,
  template: string,
  throughHashes: boolean,
  seen: readonly string[] = [],
): Set<string> {
  const found = new Set<string>();
  for (const name of namesIn(template)) {
    if (secrets.some((each) => each.name === name)) found.add(name);
    const value = values.find((each) => each.name === name);
    if (value === undefined || seen.includes(name)) continue;
    if (value.hash !== undefined && !throughHashes) continue;
    const scheme = { secrets, values };
    for (const inner of secretsIn(scheme, value.text, throughHashes, [...seen, name])) {
      found.add(inner);
    }
  }
  return found;
}
