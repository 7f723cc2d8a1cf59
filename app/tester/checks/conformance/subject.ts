import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { exchange } from '#app/runtime/probe/probe-exchange.ts';
import type { ProbeLine, ProbeRequest } from '#app/runtime/probe/probe-exchange.ts';
import { LEGACY, MODERN, post } from '#app/runtime/probe/probe-messages.ts';
import type { ProbeAddress } from '#app/runtime/probe/probe-messages.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import { buildInitialize, buildLegacy, buildModern, withHeaders } from './build-request.ts';
import type { AskChange } from './build-request.ts';
import type { CheckEra } from './conformance-check.ts';
import { resultOf } from './findings.ts';

/** Pages of a list that are read at most. */
const MAX_PAGES = 20;

/** The lists of a server: the method, the field of its result, and the capability that it belongs to. */
export const LISTS = {
  tools: { method: 'tools/list', field: 'tools', capability: 'tools' },
  prompts: { method: 'prompts/list', field: 'prompts', capability: 'prompts' },
  resources: { method: 'resources/list', field: 'resources', capability: 'resources' },
  templates: {
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    capability: 'resources',
  },
} as const;
export type ListKind = keyof typeof LISTS;

export interface Listed {
  items: readonly JsonObject[];
  pages: readonly Exchange[];
}

/** The way to the server, and the limits of asking it. */
export interface Transport {
  line: ProbeLine;
  address: ProbeAddress;
  /** Whether a given `Origin` header arrives: a browser sets its own. */
  setsOrigin: boolean;
  /** Tools that the user agreed to call, all of them read-only. */
  mayCall: ReadonlySet<string>;
}

/** One server in one era: what it said, and everything it was asked so far. */
export class Subject {
  readonly era: CheckEra;
  readonly transport: Transport;
  readonly seen: Exchange[] = [];
  /** `server/discover`, or `initialize`. */
  readonly hello: Exchange;
  /** The answer to `notifications/initialized`. */
  initialized: Exchange | null = null;
  readonly #lists = new Map<ListKind, Promise<Listed>>();
  #asked = 0;

  private constructor(era: CheckEra, transport: Transport, hello: Exchange) {
    this.era = era;
    this.transport = transport;
    this.hello = hello;
    this.seen.push(hello);
  }

  static async meet(era: CheckEra, transport: Transport): Promise<Subject> {
    const { address, line } = transport;
    const request =
      era === 'modern'
        ? buildModern(address, 'hello', 'server/discover', {}, {})
        : buildInitialize(address, 'hello', LEGACY);
    const subject = new Subject(era, transport, await exchange(line, request));
    if (era === 'legacy' && subject.isSpoken) subject.initialized = await subject.notify();
    return subject;
  }

  /** Whether the server answered in this era. */
  get isSpoken(): boolean {
    const result = resultOf(this.hello);
    if (this.era === 'legacy') return typeof result?.['protocolVersion'] === 'string';
    const versions = result?.['supportedVersions'];
    return Array.isArray(versions) && versions.includes(MODERN);
  }

  get revision(): string {
    const version = resultOf(this.hello)?.['protocolVersion'];
    return this.era === 'legacy' && typeof version === 'string' ? version : MODERN;
  }

  get session(): string | null {
    return this.hello.got?.headers['mcp-session-id'] ?? null;
  }

  get capabilities(): JsonObject {
    const capabilities = resultOf(this.hello)?.['capabilities'];
    return isJsonObject(capabilities) ? capabilities : {};
  }

  /** Sends a request as it is. */
  async send(request: ProbeRequest, line = this.transport.line): Promise<Exchange> {
    const done = await exchange(line, request);
    this.seen.push(done);
    return done;
  }

  /** Asks for a method as the revision wants it, except for the change. */
  ask(method: string, params: JsonObject = {}, change: AskChange = {}): Promise<Exchange> {
    return this.send(this.build(method, params, change));
  }

  build(method: string, params: JsonObject = {}, change: AskChange = {}): ProbeRequest {
    this.#asked += 1;
    const { address } = this.transport;
    const id = `check-${this.#asked}`;
    if (this.era === 'modern') return buildModern(address, id, method, params, change);
    const headers = { ...this.sessionHeaders(), ...change.headers };
    return buildLegacy(address, id, method, params, { ...change, headers });
  }

  /** Of every request after the handshake of 2025. */
  sessionHeaders(): { [name: string]: string | null } {
    return { 'mcp-protocol-version': this.revision, 'mcp-session-id': this.session };
  }

  /** All pages of a list, read once. */
  list(kind: ListKind): Promise<Listed> {
    const known = this.#lists.get(kind) ?? this.#readList(kind);
    this.#lists.set(kind, known);
    return known;
  }

  async #readList(kind: ListKind): Promise<Listed> {
    const { method, field } = LISTS[kind];
    const items: JsonObject[] = [];
    const pages: Exchange[] = [];
    const cursors = new Set<string>();
    for (let cursor: string | null = null; pages.length < MAX_PAGES;) {
      const page = await this.ask(method, cursor === null ? {} : { cursor });
      pages.push(page);
      const found = resultOf(page)?.[field];
      if (Array.isArray(found)) items.push(...found.filter(isJsonObject));
      const next = resultOf(page)?.['nextCursor'];
      if (typeof next !== 'string' || cursors.has(next)) break;
      cursors.add(next);
      cursor = next;
    }
    return { items, pages };
  }

  /** Ends the sessions of 2025 that the checks began. */
  async leave(): Promise<void> {
    const { address } = this.transport;
    const sessions = this.seen.map(({ got }) => got?.headers['mcp-session-id']);
    for (const session of new Set(sessions)) {
      if (session === undefined || !/^[\x21-\x7E]+$/.test(session)) continue;
      const request = { method: 'DELETE', url: address.url, headers: { ...address.headers } };
      const headers = { 'mcp-protocol-version': this.revision, 'mcp-session-id': session };
      await this.send(withHeaders(request, headers));
    }
  }

  private notify(): Promise<Exchange> {
    const notice = post(this.transport.address, { method: 'notifications/initialized' });
    return this.send(withHeaders(notice, this.sessionHeaders()));
  }
}
