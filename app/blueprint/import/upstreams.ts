import type { Upstream } from '#app/runtime/definition.ts';

import type { ImportRun } from './import-run.ts';
import { at } from './place.ts';
import type { Place } from './place.ts';
import type { Located } from './openapi/resolve.ts';
import { NameRegister, toSafeName } from './safe-names.ts';
import { listedServers, describeServer, readServers } from './openapi/servers.ts';
import type { ServerAddress } from './openapi/servers.ts';

/** The APIs of one document: its own server, and those that single operations name. */
export class ImportedUpstreams {
  readonly #run: ImportRun;
  readonly #register = new NameRegister();
  readonly #upstreams = new Map<string, Upstream>();
  readonly #ofHolder = new Map<object, string | null>();
  readonly #places = new Map<string, Place>();
  readonly main: Upstream;

  constructor(run: ImportRun, title: string) {
    this.#run = run;
    const [first, ...others] = withoutPlainTwins(readServers(run));
    if (!first) throw new Error('readServers always answers one server');
    this.main = this.#add(first, 'api', title);
    if (others.length > 0) {
      const list = others.slice(0, 20).map(describeServer).join(', ');
      run.warnings.add(
        'server',
        at(null, 'servers'),
        `Requests go to ${describeServer(first)}. The document also lists ${list}; edit the base URL to use one of them.`,
      );
    }
  }

  /** Id of the upstream that an operation calls. */
  idFor(pathItem: Located, operation: Located): string {
    return this.#ownServer(operation) ?? this.#ownServer(pathItem) ?? this.main.id;
  }

  list(): Upstream[] {
    return [...this.#upstreams.values()];
  }

  /** Where the document first names an upstream. */
  placeOf(id: string): Place {
    return this.#places.get(id) ?? at(null, 'servers');
  }

  #ownServer(holder: Located): string | null {
    const known = this.#ofHolder.get(holder.value);
    if (known !== undefined) return known;
    const [server, ...others] = withoutPlainTwins(
      listedServers(this.#run, holder.value, holder.place),
    );
    const id = server
      ? (this.#upstreams.get(server.baseUrl)?.id ??
        this.#add(server, toSafeName(server.host).name, server.title).id)
      : null;
    if (server && others.length > 0) {
      this.#run.warnings.add(
        'server',
        at(holder.place, 'servers'),
        `Requests go to ${describeServer(server)}; also listed: ${others.map(describeServer).join(', ')}.`,
      );
    }
    this.#ofHolder.set(holder.value, id);
    if (id !== null && id !== this.main.id && !this.#places.has(id)) {
      this.#places.set(id, at(holder.place, 'servers'));
    }
    return id;
  }

  #add(server: ServerAddress, wanted: string, title: string): Upstream {
    const id = this.#register.take(wanted.slice(0, 40) || 'api', server.baseUrl);
    const upstream: Upstream = {
      id,
      baseUrl: server.baseUrl,
      allowedHosts: [server.host],
      auth: [],
      security: [],
    };
    const name = title || server.title;
    if (name !== '') upstream.title = name;
    this.#upstreams.set(server.baseUrl, upstream);
    return upstream;
  }
}

/** Removes duplicate addresses, and `http:` ones that are also listed as `https:`. */
function withoutPlainTwins(servers: ServerAddress[]): ServerAddress[] {
  const addresses = new Set(servers.map(({ baseUrl }) => baseUrl));
  const distinct = new Map<string, ServerAddress>();
  for (const server of servers) {
    const secure = server.baseUrl.replace(/^http:/, 'https:');
    const baseUrl = addresses.has(secure) ? secure : server.baseUrl;
    if (!distinct.has(baseUrl))
      distinct.set(baseUrl, { ...server, baseUrl, host: new URL(baseUrl).host });
  }
  return [...distinct.values()];
}
