import { GITHUB_HOSTS } from '../../fakes/github/github-hosts.ts';
import { toRefusal } from '../../fakes/github/faults.ts';

/** What goes wrong with a call: the network before and after GitHub's work, or GitHub itself. */
export const STRIKES = [
  'error',
  'overloaded',
  'primary_limit',
  'secondary_limit',
  'lost_before',
  'revoked',
  'lost_after',
] as const;
export type Strike = (typeof STRIKES)[number];

/** Seconds for which a struck GitHub asks to wait. */
export const WAIT_SECONDS = 40;
/** These strike whatever is asked from then on, not one address alone. */
const LASTING: readonly Strike[] = ['primary_limit', 'secondary_limit', 'revoked'];
/** Waits of the library between two attempts are skipped. */
const LIBRARY_WAITS_MS = [1_000, 4_000];

interface Struck {
  call: string;
  strike: Strike;
  hasHit: boolean;
}

/** Every call to GitHub from this isolate: they are listed, and one of them goes wrong. */
export class StruckGithub {
  #calls: string[] = [];
  #seen = new Map<string, number>();
  #struck: Struck | null = null;
  readonly #fetch = globalThis.fetch;
  readonly #setTimeout = globalThis.setTimeout;

  constructor() {
    const { fetch, setTimeout } = globalThis;
    Object.assign(globalThis, {
      fetch: (...given: Parameters<typeof fetch>) => this.#ask(new Request(...given)),
      setTimeout: (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        setTimeout(callback, LIBRARY_WAITS_MS.includes(ms) ? 0 : ms, ...args),
    });
  }

  /** Lets calls be what they are. */
  stop(): void {
    Object.assign(globalThis, { fetch: this.#fetch, setTimeout: this.#setTimeout });
  }

  /** The calls that a piece of work makes, each with its number among those of the same address. */
  async record<Told>(work: () => Promise<Told>): Promise<{ calls: string[]; told: Told }> {
    this.#forget();
    const told = await work();
    return { calls: [...this.#calls], told };
  }

  /** Lets a call go wrong, and whatever attempt of it follows, until `heal`. */
  strike(call: string, strike: Strike): void {
    this.#forget();
    this.#struck = { call, strike, hasHit: false };
  }

  /** All goes well again; answers whether the call was made at all. */
  heal(): boolean {
    const hasHit = this.#struck?.hasHit ?? false;
    this.#struck = null;
    return hasHit;
  }

  #forget(): void {
    this.#calls = [];
    this.#seen.clear();
  }

  async #ask(request: Request): Promise<Response> {
    const { host, pathname } = new URL(request.url);
    if (!GITHUB_HOSTS.includes(host)) return this.#fetch.call(globalThis, request);
    const address = `${request.method} ${toPattern(pathname)}`;
    const count = (this.#seen.get(address) ?? 0) + 1;
    this.#seen.set(address, count);
    const call = `${address} (${count})`;
    this.#calls.push(call);
    const struck = this.#struck;
    if (struck === null) return this.#fetch.call(globalThis, request);
    const isLasting = LASTING.includes(struck.strike);
    const isAgain = struck.hasHit && (isLasting || isSameAddress(struck.call, address));
    if (struck.call !== call && !isAgain) return this.#fetch.call(globalThis, request);
    struck.hasHit = true;
    return this.#fail(struck.strike, request);
  }

  async #fail(strike: Strike, request: Request): Promise<Response> {
    if (strike === 'lost_before') throw new TypeError('Network connection lost.');
    if (strike === 'lost_after') {
      await (await this.#fetch.call(globalThis, request)).arrayBuffer();
      throw new TypeError('Network connection lost.');
    }
    const fault = { kind: strike, match: '', times: 1, skip: 0, seconds: WAIT_SECONDS };
    const refused = toRefusal(fault);
    if (refused === null) throw new Error(`${strike} is no refusal.`);
    const { status, body, headers } = refused;
    return Response.json(body, { status, headers });
  }
}

function isSameAddress(call: string, address: string): boolean {
  return call.slice(0, call.lastIndexOf(' (')) === address;
}

/** An address without what differs from run to run. */
function toPattern(pathname: string): string {
  return pathname
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'SHA')
    .replaceAll(/\/\d+(?=\/|$)/g, '/N')
    .replace(/^\/repos\/([^/]+)\/[^/]+/, '/repos/$1/NAME')
    .replace(/mcp-builder(\/|%2F)version-[^/]+/, 'mcp-builder/version')
    .replace(/^\/octo-dev\/[^/]+/, '/octo-dev/NAME');
}
