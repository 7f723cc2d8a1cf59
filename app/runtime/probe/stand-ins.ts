import { toBase64 } from '../base64.ts';
import type { AuthScheme, Upstream } from '../definition.ts';
import { secretNames } from '../upstream/secret-names.ts';
import { toHex } from '../upstream/signing/digest.ts';
import { keyAlgorithmOf, makeKey } from '../upstream/signing/private-key.ts';
import type { KeyAlgorithm } from '../upstream/signing/signature-scheme.ts';

/** Stand-in for a secret, long enough not to occur by accident. */
export function standIn(name: string): string {
  return `stand-in-${name.toLowerCase().replaceAll('_', '-')}-4711`;
}

/** Stand-ins for the secrets of one probe: as {@link standIn}, in the form that a signature needs. */
export class StandIns {
  /** Made once: a key of RSA takes a moment. */
  readonly #keys = new Map<KeyAlgorithm, Promise<string>>();

  async valueOf(name: string, { auth }: Upstream): Promise<string> {
    const scheme = auth.find(
      (each) => each.kind === 'signature' && each.secrets.some(({ secret }) => secret === name),
    );
    if (scheme?.kind !== 'signature') return standIn(name);
    const { keyEncoding } = scheme;
    const algorithm = keyAlgorithmOf(scheme, name);
    if (algorithm !== null) return await this.#keyOf(algorithm);
    const plain = new TextEncoder().encode(standIn(name));
    if (keyEncoding === 'base64') return toBase64(plain);
    return keyEncoding === 'hex' ? toHex(plain) : standIn(name);
  }

  /** Texts of a scheme that must not come back: its secrets, and their encoding in HTTP Basic. */
  async textsOf(scheme: AuthScheme, upstream: Upstream): Promise<string[]> {
    const names = secretNames(scheme);
    const plain = await Promise.all(names.map((name) => this.valueOf(name, upstream)));
    return scheme.kind === 'basic' ? [...plain, btoa(plain.join(':'))] : plain;
  }

  #keyOf(algorithm: KeyAlgorithm): Promise<string> {
    const made = this.#keys.get(algorithm) ?? makeKey(algorithm);
    this.#keys.set(algorithm, made);
    return made;
  }
}
