import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, objectAt, own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { NameRegister, toSafeName, withHash } from '#app/blueprint/import/safe-names.ts';
import { SecretNames } from '#app/blueprint/import/secret-names.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { AuthScheme, JsonValue, SecretDeclaration } from '#app/runtime/definition.ts';

import { makeSchemes, scopesOf } from './auth-schemes.ts';
import type { MadeScheme } from './made-scheme.ts';
import { resolveObject } from './resolve.ts';

/** Maximum number of alternatives made from one requirement. */
const MAX_ALTERNATIVES = 16;

/** The security schemes of a document, each made on its first use. */
export class Security {
  readonly #run: ImportRun;
  readonly #secrets: SecretNames;
  readonly #baseUrl: string;
  readonly #register = new NameRegister();
  readonly #made = new Map<string, MadeScheme[]>();
  readonly #byId = new Map<string, MadeScheme>();
  readonly #scopes = new Map<string, Set<string>>();
  /** Secrets of schemes that are sent to further hosts. */
  readonly #further: SecretDeclaration[] = [];

  constructor(
    run: ImportRun,
    serverName: string,
    baseUrl: string,
    reservedSecrets: Iterable<string>,
  ) {
    this.#run = run;
    this.#secrets = new SecretNames(serverName, reservedSecrets);
    this.#baseUrl = baseUrl;
  }

  /** A list of requirements as alternatives of scheme ids; null if the document has no list. */
  alternatives(list: JsonValue | undefined, place: Place): string[][] | null {
    if (list === undefined || list === null) return null;
    if (!Array.isArray(list)) {
      this.#run.warnings.add(
        'security',
        place,
        'Security must be a list of requirements; it was left out.',
      );
      return null;
    }
    const alternatives = list.flatMap((requirement, index) =>
      this.#requirement(requirement, at(place, index)),
    );
    if (list.length > 0 && alternatives.length === 0) {
      this.#run.warnings.add(
        'security',
        place,
        'None of these requirements can be met; the call is made without authentication.',
      );
    }
    return dedupe(alternatives);
  }

  /** For documents that define schemes but never apply them: any of them, or none. */
  unassigned(): string[][] {
    const names = Object.keys(this.#definitions().holder);
    const alternatives = names
      .flatMap((name) => this.#schemes(name, this.#definitions().place))
      .map(({ scheme }) => [scheme.id]);
    if (alternatives.length === 0) return [];
    this.#run.warnings.add(
      'security',
      this.#definitions().place,
      'No operation says which of these schemes it needs; each call uses the first whose secret is set, or none.',
    );
    return [...alternatives, []];
  }

  /**
   * The schemes of some ids, with the requested scopes.
   *
   * @param hostOf a further host that a scheme is for, which gets secrets of its own; null: there is none.
   */
  schemesOf(
    ids: Iterable<string>,
    hostOf: (id: string) => string | null = () => null,
  ): AuthScheme[] {
    return [...new Set(ids)].flatMap((id): AuthScheme[] => {
      const made = this.#byId.get(id);
      if (!made) return [];
      const { knownScopes } = made;
      const host = hostOf(id);
      const scheme = host === null ? made.scheme : this.#forHost(made, host);
      if (!('scopes' in scheme)) return [scheme];
      const asked = [...(this.#scopes.get(id) ?? [])];
      return [
        {
          ...scheme,
          scopes: asked.filter((scope) => knownScopes.length === 0 || knownScopes.includes(scope)),
        },
      ];
    });
  }

  /** Declarations of some secrets. */
  secretsOf(names: ReadonlySet<string>): SecretDeclaration[] {
    const all = [...[...this.#byId.values()].flatMap(({ secrets }) => secrets), ...this.#further];
    // Two flows of one client have its secrets in common.
    const byName = new Map(all.map((secret) => [secret.name, secret]));
    return [...byName.values()].filter(({ name }) => names.has(name));
  }

  /** A scheme with other secrets, which are for one host. */
  #forHost({ scheme, secrets }: MadeScheme, host: string): AuthScheme {
    const renamed = secrets.map((secret) => {
      const name = this.#secrets.forHost(secret.name, host);
      const known = this.#further.find((each) => each.name === name);
      if (known === undefined) {
        this.#further.push({
          ...secret,
          name,
          description: `For ${host}. ${secret.description ?? ''}`.trim(),
        });
      }
      return [secret.name, name] as const;
    });
    const names = new Map<unknown, string>(renamed);
    const own = { ...scheme };
    for (const [key, value] of Object.entries(scheme)) {
      const name = names.get(value);
      if (name !== undefined) Object.assign(own, { [key]: name });
    }
    return own;
  }

  #requirement(requirement: JsonValue, place: Place): string[][] {
    if (!isObject(requirement)) {
      this.#run.warnings.add(
        'security',
        place,
        'A requirement must be an object of scheme names; it was left out.',
      );
      return [];
    }
    let combinations: string[][] = [[]];
    for (const name of Object.keys(requirement)) {
      const schemes = this.#schemes(name, at(place, name));
      for (const { scheme } of schemes) {
        const scopes = this.#scopes.get(scheme.id) ?? new Set();
        for (const scope of scopesOf(requirement, name)) scopes.add(scope);
        this.#scopes.set(scheme.id, scopes);
      }
      combinations = combinations.flatMap((ids) =>
        schemes.map(({ scheme }) => [...ids, scheme.id]),
      );
      combinations = combinations.slice(0, MAX_ALTERNATIVES);
    }
    return combinations;
  }

  #schemes(name: string, place: Place): MadeScheme[] {
    const known = this.#made.get(name);
    if (known) return known;
    const { holder, place: holderPlace } = this.#definitions();
    const value = own(holder, name);
    let made: MadeScheme[] = [];
    if (value === undefined) {
      this.#run.warnings.add(
        'security',
        place,
        `There is no security scheme named "${toVisible(name)}"; the requirement was left out.`,
      );
    } else {
      const located = resolveObject(
        this.#run,
        value,
        at(holderPlace, name),
        'the scheme was left out',
      );
      if (located) {
        const id = (hint?: string) => this.#id(hint === undefined ? name : `${name}_${hint}`);
        made = makeSchemes(
          { run: this.#run, secrets: this.#secrets, name, id, baseUrl: this.#baseUrl },
          located,
        );
      }
    }
    this.#made.set(name, made);
    for (const entry of made) this.#byId.set(entry.scheme.id, entry);
    return made;
  }

  #id(name: string): string {
    const { name: safe, isLossy } = toSafeName(name);
    return this.#register.take(
      isLossy || safe === '' ? withHash(safe || 'scheme', name) : safe,
      name,
    );
  }

  #definitions(): { holder: { [name: string]: JsonValue }; place: Place } {
    const { root, dialect } = this.#run;
    const components = objectAt(root, 'components');
    const modern = components && objectAt(components, 'securitySchemes');
    const old = objectAt(root, 'securityDefinitions');
    const isOld = dialect === '2.0' || (!modern && old !== null);
    return isOld
      ? { holder: old ?? {}, place: at(null, 'securityDefinitions') }
      : { holder: modern ?? {}, place: at(null, 'components', 'securitySchemes') };
  }
}

/** Removes duplicates, and puts "no authentication" last. */
function dedupe(alternatives: string[][]): string[][] {
  const distinct = [...new Map(alternatives.map((ids) => [ids.join('\n'), ids])).values()];
  return [
    ...distinct.filter((ids) => ids.length > 0),
    ...distinct.filter((ids) => ids.length === 0),
  ];
}
