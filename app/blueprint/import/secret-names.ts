import { shortHash, toSafeName } from './safe-names.ts';

const SUFFIXES = {
  key: { suffix: 'KEY', isSaidBy: /(?:KEY|TOKEN|SECRET|PASSWORD|APIKEY)$/ },
  token: { suffix: 'TOKEN', isSaidBy: /(?:TOKEN|PAT|JWT)$/ },
  username: { suffix: 'USERNAME', isSaidBy: /USERNAME$/ },
  password: { suffix: 'PASSWORD', isSaidBy: /PASSWORD$/ },
  clientId: { suffix: 'CLIENT_ID', isSaidBy: /CLIENT_ID$/ },
  clientSecret: { suffix: 'CLIENT_SECRET', isSaidBy: /CLIENT_SECRET$/ },
  refreshToken: { suffix: 'REFRESH_TOKEN', isSaidBy: /REFRESH_TOKEN$/ },
} as const;

/** Characters of a name, and of what is said in it of a host. */
const MAX_NAME = 64;
const MAX_HOST = 24;

/** Assigns names of secrets, which are also names of environment variables: `PETSTORE_API_KEY`. */
export class SecretNames {
  readonly #taken: Set<string>;
  readonly #server: string;
  readonly #ofHosts = new Map<string, string>();

  constructor(serverName: string, reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
    const words = toVariable(serverName).slice(0, 24).replace(/_+$/, '');
    this.#server = /^[A-Z]/.test(words) ? words : `API_${words}`.replace(/_+$/, '');
  }

  /** A name for one secret of a scheme. */
  take(scheme: string, kind: keyof typeof SUFFIXES): string {
    const { suffix, isSaidBy } = SUFFIXES[kind];
    const said = toVariable(scheme)
      .slice(0, 24)
      .replace(/^_+|_+$/g, '');
    const own = said.startsWith(`${this.#server}_`) ? said.slice(this.#server.length + 1) : said;
    const words = [this.#server, own].filter((part) => part !== '').join('_');
    const base = isSaidBy.test(words) ? words : `${words}_${suffix}`;
    let name = base;
    for (let round = 0; this.#taken.has(name); round += 1) {
      name = `${base}_${shortHash(`${scheme}:${kind}:${round}`).toUpperCase()}`;
    }
    this.#taken.add(name);
    return name;
  }

  /** The name that a secret has for a further host: `PETSTORE_API_KEY_FILES_EXAMPLE_COM`. */
  forHost(name: string, host: string): string {
    const key = `${name} ${host}`;
    const known = this.#ofHosts.get(key);
    if (known !== undefined) return known;
    const said = toVariable(host).slice(0, MAX_HOST).replace(/_+$/, '');
    // Seven characters are left for what tells two of one name apart.
    const base = `${name.slice(0, MAX_NAME - said.length - 8)}_${said}`;
    let free = base;
    for (let round = 0; this.#taken.has(free); round += 1) {
      free = `${base}_${shortHash(`${key}:${round}`).toUpperCase()}`;
    }
    this.#taken.add(free);
    this.#ofHosts.set(key, free);
    return free;
  }
}

function toVariable(text: string): string {
  const { name, isLossy } = toSafeName(text);
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  if (!isLossy) return words;
  return [words.slice(0, 16), shortHash(text).toUpperCase()]
    .filter((part) => part !== '')
    .join('_');
}
