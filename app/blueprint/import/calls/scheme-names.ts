import { put } from '#app/blueprint/import/json-object.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import type { Credential } from './credentials.ts';

/**
 * Names for the schemes of credentials. Two hosts never share one: the secret of a scheme is sent to every
 * host that uses the scheme.
 */
export class SchemeNames {
  readonly #names = new Map<string, string>();
  readonly #schemes: JsonObject = {};

  /** The name of a credential that is sent to a host. */
  idOf(origin: string | null, { name, scheme }: Credential): string {
    const identity = JSON.stringify([origin, scheme]);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const host = origin === null ? 'open' : new URL(origin).host;
    const place = typeof scheme['in'] === 'string' ? [scheme['in']] : [];
    const candidates = [name, [name, ...place].join('-'), [name, ...place, host].join('-')];
    const taken = new Set(this.#names.values());
    let id = candidates.find((candidate) => !taken.has(candidate));
    for (let round = 2; id === undefined; round += 1) {
      const next = `${candidates.at(-1)}-${round}`;
      if (!taken.has(next)) id = next;
    }
    this.#names.set(identity, id);
    put(this.#schemes, id, scheme);
    return id;
  }

  /** The Security Scheme Objects by name. */
  all(): JsonObject {
    return this.#schemes;
  }
}
