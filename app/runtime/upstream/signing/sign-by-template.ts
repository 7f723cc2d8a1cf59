import { UpstreamFailure } from '../upstream-failure.ts';
import { decodeKey, encodeBytes, hash, hmac, bytesOf } from './digest.ts';
import { addPair, dropPair, setField, setHeader } from './outgoing-parts.ts';
import type { OutgoingParts } from './outgoing-parts.ts';
import { findKeyProblem, isKeyAlgorithm, signWithKey } from './private-key.ts';
import { readPart, SIGNABLE_PARTS } from './signable-parts.ts';
import type { SignablePart, SigningMoment } from './signable-parts.ts';
import type { HashName, KeyAlgorithm, SignatureScheme, SignedPart } from './signature-scheme.ts';
import { fillTemplate, namesIn } from './template.ts';

/** Gives the value of a secret by its name. */
export type SecretValue = (secret: string) => string;

/** Placeholders of times, which are numbers in a JSON body. */
const NUMBERS = /^\{timestamp(?:Ms)?\}$/;

/**
 * Signs a request as the scheme's templates say, in place.
 *
 * @returns the signature and what carries it, which prove the sender as a secret does.
 * @throws UpstreamFailure for a request or a secret that cannot be signed with.
 */
export async function signByTemplate(
  scheme: SignatureScheme,
  parts: OutgoingParts,
  secretOf: SecretValue,
  moment: SigningMoment,
): Promise<string[]> {
  const values = new TemplateValues(scheme, parts, secretOf, moment);
  // A link that the API gave, or a tool, may hold those of another request.
  for (const { in: place, name } of scheme.send) if (place !== 'header') dropPair(parts, name);
  const first = scheme.send.findIndex((part) => holdsSignature(scheme, part.value));
  const split = first === -1 ? scheme.send.length : first;
  await addParts(parts, scheme, scheme.send.slice(0, split), values);
  const message = await values.fill(scheme.message);
  const bytes = await computeSignature(scheme, message, values);
  const signature = new TextDecoder().decode(encodeBytes(bytes, scheme.encoding));
  values.signature = signature;
  return [signature, ...(await addParts(parts, scheme, scheme.send.slice(split), values))];
}

/** Whether a template refers to the signature, itself or through a computed value. */
export function holdsSignature(
  scheme: SignatureScheme,
  template: string,
  seen: readonly string[] = [],
): boolean {
  return namesIn(template).some((name) => {
    if (name === 'signature') return true;
    const value = scheme.values?.find((each) => each.name === name);
    if (value === undefined || seen.includes(name)) return false;
    return holdsSignature(scheme, value.text, [...seen, name]);
  });
}

async function computeSignature(
  { algorithm, key = '{secret}', keyEncoding }: SignatureScheme,
  message: Uint8Array<ArrayBuffer>,
  values: TemplateValues,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isKeyAlgorithm(algorithm)) {
    const pem = new TextDecoder().decode(await values.fill(key));
    const signature = await signWithKey(algorithm, pem, message);
    if (signature !== null) return signature;
    const why = findKeyProblem(pem) ?? 'it is of another kind';
    throw new UpstreamFailure(
      'refused',
      `The secret that requests are signed with is no private key for ${algorithm}: ${why}.`,
    );
  }
  const name = HASHES[algorithm];
  if (!algorithm.startsWith('HMAC-')) return await hash(name, message);
  const text = await values.fill(key);
  if (keyEncoding === undefined) return await hmac(name, text, message);
  const bytes = decodeKey(new TextDecoder().decode(text), keyEncoding);
  if (bytes !== null && bytes.length > 0) return await hmac(name, bytes, message);
  throw new UpstreamFailure(
    'refused',
    `The secret that requests are signed with is not ${keyEncoding}.`,
  );
}

const HASHES: Record<Exclude<SignatureScheme['algorithm'], KeyAlgorithm>, HashName> = {
  'SHA-1': 'SHA-1',
  'SHA-256': 'SHA-256',
  'SHA-384': 'SHA-384',
  'SHA-512': 'SHA-512',
  'HMAC-SHA-1': 'SHA-1',
  'HMAC-SHA-256': 'SHA-256',
  'HMAC-SHA-384': 'SHA-384',
  'HMAC-SHA-512': 'SHA-512',
};

/** Adds parts, headers last: they may hold a hash of the body. Returns values that hold the signature. */
async function addParts(
  parts: OutgoingParts,
  scheme: SignatureScheme,
  send: readonly SignedPart[],
  values: TemplateValues,
): Promise<string[]> {
  const ordered = [
    ...send.filter(({ in: place }) => place !== 'header'),
    ...send.filter(({ in: place }) => place === 'header'),
  ];
  const proofs: string[] = [];
  for (const { in: place, name, value: template } of ordered) {
    const value = new TextDecoder().decode(await values.fill(template));
    if (place === 'header') setHeader(parts, name, value);
    else if (place === 'query') addPair(parts, name, value);
    else setField(parts, name, value, NUMBERS.test(template));
    if (holdsSignature(scheme, template)) proofs.push(value);
  }
  return proofs;
}

/** Values of the names in a scheme's templates, as the request is at that time. */
class TemplateValues {
  /** Empty until it is computed. */
  signature = '';

  readonly #scheme: SignatureScheme;
  readonly #parts: OutgoingParts;
  readonly #secretOf: SecretValue;
  readonly #moment: SigningMoment;

  constructor(
    scheme: SignatureScheme,
    parts: OutgoingParts,
    secretOf: SecretValue,
    moment: SigningMoment,
  ) {
    this.#scheme = scheme;
    this.#parts = parts;
    this.#secretOf = secretOf;
    this.#moment = moment;
  }

  async fill(template: string, outer: readonly string[] = []): Promise<Uint8Array<ArrayBuffer>> {
    return await fillTemplate(template, (name) => this.#read(name, outer));
  }

  async #read(name: string, outer: readonly string[]): Promise<Uint8Array> {
    if (name === 'signature') return bytesOf(this.signature);
    if (name.startsWith('header:')) {
      return bytesOf(this.#parts.headers.get(name.slice('header:'.length)) ?? '');
    }
    const secret = this.#scheme.secrets.find((each) => each.name === name);
    if (secret !== undefined) return bytesOf(this.#secretOf(secret.secret));
    const value = this.#scheme.values?.find((each) => each.name === name);
    if (value !== undefined && !outer.includes(name)) {
      const text = await this.fill(value.text, [...outer, name]);
      const bytes = value.hash === undefined ? text : await hash(value.hash, text);
      return encodeBytes(bytes, value.encoding);
    }
    const part = SIGNABLE_PARTS.find((each): each is SignablePart => each === name);
    if (part === undefined) {
      throw new UpstreamFailure('refused', `Nothing is known as "{${name}}" in a signature.`);
    }
    return readPart(part, this.#parts, this.#moment, this.#scheme.unsigned ?? []);
  }
}
