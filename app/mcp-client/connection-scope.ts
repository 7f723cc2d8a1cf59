import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { answerServer } from './answer-server.ts';
import type { ServerNotification } from './connection.ts';
import { CAPABILITIES, CLIENT_INFO, type ConnectionOptions } from './connection-options.ts';
import type { Introduction } from './envelope.ts';
import { KeptLog } from './kept-log.ts';
import { mergeHeaders } from './merge-headers.ts';
import { News } from './news.ts';
import { OpenQuestions } from './open-questions.ts';
import type { OpenSession } from './open-session.ts';
import { findParamHeaders, toParamHeaders, type ParamHeader } from './param-headers.ts';
import type { ServerTarget } from './target.ts';

/** Notifications that are kept; the oldest leave. */
const MAX_NOTIFICATIONS = 1_000;

/** State that outlives the single sessions of one connection. */
export class ConnectionScope {
  readonly target: ServerTarget;
  readonly options: ConnectionOptions;
  readonly log: KeptLog;
  readonly news = new News();
  readonly questions = new OpenQuestions(this.news.tell);
  readonly introduction: Introduction;
  notifications: readonly ServerNotification[] = [];
  /** Null as long as the person has named none: then the server's question waits for them. */
  roots: readonly JsonObject[] | null = null;
  logLevel: string | null = null;
  /** Begin again with each session that takes the place of a lost one. */
  readonly watches = new Set<(open: OpenSession) => Promise<unknown>>();
  #token: string | null = null;
  #lastId = 0;
  #lastNotification = 0;
  readonly #paramHeaders = new Map<string, readonly ParamHeader[]>();

  constructor(target: ServerTarget, options: ConnectionOptions) {
    this.target = target;
    this.options = options;
    this.log = new KeptLog(options.logLimits);
    this.introduction = {
      clientInfo: options.clientInfo ?? CLIENT_INFO,
      capabilities: options.capabilities ?? CAPABILITIES,
    };
  }

  readonly nextId = () => ++this.#lastId;

  readonly isPaused = () => this.questions.getAll().length > 0;

  readonly answer = (asked: Parameters<typeof answerServer>[1], signal: AbortSignal) =>
    answerServer(this, asked, signal);

  readonly hear = (method: string, params: JsonObject) => {
    const id = ++this.#lastNotification;
    const heard = [...this.notifications, { id, method, params, at: Date.now() }];
    this.notifications = heard.slice(-MAX_NOTIFICATIONS);
    this.news.tell();
  };

  async loadToken(): Promise<string | null> {
    this.#token = (await this.options.tokens?.getToken()) ?? null;
    return this.#token;
  }

  /** Headers of the target; one that the person wrote wins over the one that signing in gives. */
  targetHeaders(): Record<string, string> {
    const { auth, headers } = this.target;
    const token = auth.kind === 'bearer' ? auth.token : auth.kind === 'oauth' ? this.#token : null;
    const own = headers.filter(({ name }) => name !== '');
    return mergeHeaders(
      token === null ? {} : { authorization: `Bearer ${token}` },
      ...own.map(({ name, value }) => ({ [name]: value })),
    );
  }

  /** Remembers which arguments the calls of listed tools repeat in headers. */
  learnTools(tools: JsonValue | undefined): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      const { name, inputSchema } = isJsonObject(tool) ? tool : {};
      const found = findParamHeaders(inputSchema);
      if (typeof name === 'string')
        this.#paramHeaders.set(name, found.ok ? found.value : found.headers);
    }
  }

  paramHeaders({ method, params }: JsonObject): Record<string, string> {
    if (method !== 'tools/call' || !isJsonObject(params)) return {};
    const { name } = params;
    const headers = typeof name === 'string' ? this.#paramHeaders.get(name) : undefined;
    return headers === undefined ? {} : toParamHeaders(headers, params['arguments']);
  }
}
