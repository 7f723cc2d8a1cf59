import { fromBase64, toBase64 } from '../../base64.ts';
import type { KeyAlgorithm, SignatureScheme } from './signature-scheme.ts';

/** An algorithm as Web Crypto takes it, for keys and signatures alike; each looks at its own fields only. */
interface WebAlgorithm {
  name: string;
  hash: string;
  namedCurve: string;
  /** As long as the hash (RFC 8017, 9.1). */
  saltLength: number;
}

const ALGORITHMS: Record<KeyAlgorithm, WebAlgorithm> = {
  'RSA-SHA-256': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', namedCurve: '', saltLength: 0 },
  'RSA-SHA-512': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512', namedCurve: '', saltLength: 0 },
  'RSA-PSS-SHA-256': { name: 'RSA-PSS', hash: 'SHA-256', namedCurve: '', saltLength: 32 },
  'RSA-PSS-SHA-512': { name: 'RSA-PSS', hash: 'SHA-512', namedCurve: '', saltLength: 64 },
  'ECDSA-P-256': { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256', saltLength: 0 },
  Ed25519: { name: 'Ed25519', hash: 'SHA-512', namedCurve: 'Ed25519', saltLength: 0 },
};

/** Whether an algorithm signs with a private key, and not with a secret that both sides know. */
export function isKeyAlgorithm(name: string): name is KeyAlgorithm {
  return Object.hasOwn(ALGORITHMS, name);
}

/** The algorithm that a scheme signs with, if a secret is its private key; null for every other secret. */
export function keyAlgorithmOf(scheme: SignatureScheme, secret: string): KeyAlgorithm | null {
  const { algorithm, key = '{secret}', secrets } = scheme;
  if (!isKeyAlgorithm(algorithm)) return null;
  const isKey = secrets.some((each) => each.secret === secret && key === `{${each.name}}`);
  return isKey ? algorithm : null;
}

/** Why a text cannot be a private key that signs; null where it can. */
export function findKeyProblem(text: string): string | null {
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1] ?? 'PRIVATE KEY';
  if (label.startsWith('ENCRYPTED')) return 'it is encrypted: give it without a pass phrase';
  if (label !== 'PRIVATE KEY') {
    return `it is a "${label}" and has to be PKCS #8, which openssl pkcs8 -topk8 -nocrypt makes of it`;
  }
  return readKey(text) === null ? 'it has to be PKCS #8, as PEM or its base64 alone' : null;
}

/**
 * Signs bytes with a private key. A signature of ECDSA is both numbers one after the other (IEEE P1363).
 *
 * @returns null if the text is no private key for the algorithm.
 */
export async function signWithKey(
  algorithm: KeyAlgorithm,
  text: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pkcs8 = findKeyProblem(text) === null ? readKey(text) : null;
  if (pkcs8 === null) return null;
  const web = ALGORITHMS[algorithm];
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('pkcs8', pkcs8, web, false, ['sign']);
  } catch {
    return null;
  }
  return new Uint8Array(await crypto.subtle.sign(web, key, bytes));
}

/** Makes a private key for a trial, in base64. */
export async function makeKey(algorithm: KeyAlgorithm): Promise<string> {
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const web = { ...ALGORITHMS[algorithm], ...size };
  const made = await crypto.subtle.generateKey(web, true, ['sign', 'verify']);
  const pkcs8 = 'privateKey' in made && (await crypto.subtle.exportKey('pkcs8', made.privateKey));
  if (!(pkcs8 instanceof ArrayBuffer)) throw new Error(`${algorithm} has no private key.`);
  return toBase64(new Uint8Array(pkcs8));
}

/** The bytes of a key: fields and files often lose its line breaks, or write them as `\n`. */
function readKey(text: string): Uint8Array<ArrayBuffer> | null {
  const bare = text.replace(/-----[A-Z0-9 ]+-----/g, '').replace(/\\[rn]|\s+/g, '');
  const bytes = fromBase64(bare);
  // The sequence that PKCS #8 is (RFC 5208, 5).
  return bytes !== null && bytes[0] === 0x30 ? bytes : null;
}
