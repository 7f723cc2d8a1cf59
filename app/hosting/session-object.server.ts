import { DurableObject } from 'cloudflare:workers';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';

import type { DraftHead } from '#app/builder/draft-state.ts';
import { readDraft } from '#app/builder/store.server.ts';
import { createTrace, type AppContext } from '#app/platform/app-context.ts';
import { readConfig } from '#app/platform/config.ts';
import { createLiveServer } from '#app/runtime/create-server.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { parseMessage } from '#app/runtime/read-message.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';
import { createStateSeal } from '#app/runtime/serving.ts';
import { sessionNotFound } from '#app/runtime/session-host.ts';
import { Session } from '#app/runtime/session.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createDraftRunner } from './run-draft-tool.server.ts';
import { remember, toMessages, type SessionJournal } from './session-journal.ts';
import { readVisit, type SessionVisit } from './session-visit.ts';

/** A session is kept so long after its last request. */
export const IDLE_MS = 30 * 60_000;
/** A session ends so long after it began, even if somebody still listens. */
export const MAX_AGE_MS = 24 * 60 * 60_000;
/** The alarm is not put off more often than this. */
const ALARM_STEP_MS = 60_000;

/** What is stored of a session, so that a new instance can take over. */
interface StoredSession {
  id: string;
  draft: string;
  /** Opened with the draft's token; nobody else may use it then, and the other way round. */
  isTrusted: boolean;
  openedAt: number;
  journal: SessionJournal;
}

/** What an instance has in memory. */
interface LiveSession {
  session: Session;
  /** Of the last request: what it serves, and where its calls go. */
  visit: SessionVisit;
  replace: (served: ServedDefinition) => void;
}

/**
 * One session of MCP's revision 2025-11-25. In memory it has the server that stays between two
 * requests; in storage what a new instance needs to go on. It ends by DELETE, or by itself.
 */
export class SessionObject extends DurableObject<Env> {
  #live: LiveSession | null = null;
  #alarmAt = 0;

  override async fetch(request: Request): Promise<Response> {
    const visit = readVisit(request);
    const message = request.method === 'POST' ? parseMessage(await request.clone().text()) : null;
    if (visit.isFirst) await this.#open(visit, message);
    else if (!(await this.#enter(visit, message))) return sessionNotFound();
    await this.#putOffAlarm();
    if (this.#live === null) return sessionNotFound();
    return await this.#live.session.fetch(request, message ?? undefined);
  }

  override async alarm(): Promise<void> {
    const stored = this.#load();
    const now = Date.now();
    const isOld = stored === null || stored.openedAt + MAX_AGE_MS <= now;
    if (!isOld && this.#live?.session.isBusy === true && (await this.#hasDraft(stored.draft))) {
      await this.#setAlarm(now + IDLE_MS);
      return;
    }
    await this.#end();
  }

  async #open(visit: SessionVisit, message: object | null): Promise<void> {
    if (!isJsonObject(message)) throw new Error('The gateway opens sessions by a message.');
    const { id, isTrusted, head } = visit;
    const journal: SessionJournal = { initialize: message, logLevel: null, watched: [] };
    this.#store({ id, draft: head.id, isTrusted, openedAt: Date.now(), journal });
    this.#live = await this.#start(id, visit);
  }

  /** Whether there is such a session for this caller; it is in memory then. */
  async #enter(visit: SessionVisit, message: object | null): Promise<boolean> {
    const stored = this.#load();
    if (stored === null || stored.isTrusted !== visit.isTrusted) return false;
    this.#live = await this.#resume(stored, visit);
    const journal = remember(stored.journal, message);
    if (journal !== stored.journal) this.#store({ ...stored, journal });
    return true;
  }

  /** The session in memory, put there again where the instance is new. */
  async #resume(stored: StoredSession, visit: SessionVisit): Promise<LiveSession> {
    if (this.#live !== null) {
      const isSame = this.#live.visit.head.artifact === visit.head.artifact;
      this.#live.visit = visit;
      if (!isSame) this.#live.replace(await openArtifact(this.env, visit.head).served());
      return this.#live;
    }
    const live = await this.#start(stored.id, visit);
    for (const message of toMessages(stored.journal)) await live.session.replay(message);
    return live;
  }

  async #start(id: string, visit: SessionVisit): Promise<LiveSession> {
    const served = await openArtifact(this.env, visit.head).served();
    const serving = {
      runTool: this.#runTool,
      state: createStateSeal(),
      changes: new InMemoryServerEventBus(),
    };
    const life = { isLive: true, canChange: true };
    const { server, replace } = createLiveServer(served, serving, life);
    const onEnd = () => this.ctx.waitUntil(this.#end());
    return { session: await Session.open({ id, server, onEnd }), visit, replace };
  }

  /** By the draft as the last request found it: it may have changed since the session began. */
  readonly #runTool: ToolRunner = async (call, client) => {
    if (this.#live === null) throw new Error('A tool runs inside of a live session only.');
    const { head, isTrusted, origin } = this.#live.visit;
    const app = this.#createContext(origin);
    const artifact = openArtifact(this.env, head);
    const environment = isTrusted ? head.environment : 'mock';
    return await createDraftRunner(app, head, artifact, environment)(call, client);
  };

  #createContext(origin: string): AppContext {
    const config = readConfig(this.env);
    if (!config.ok) throw new Error(config.message);
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    return { ...createTrace(), env: this.env, config: config.value, origin, waitUntil };
  }

  async #hasDraft(id: DraftHead['id']): Promise<boolean> {
    return (await readDraft(this.env, id)).ok;
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = null;
    await live?.session.close();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async #putOffAlarm(): Promise<void> {
    const at = Date.now() + IDLE_MS;
    if (at - this.#alarmAt >= ALARM_STEP_MS) await this.#setAlarm(at);
  }

  async #setAlarm(at: number): Promise<void> {
    this.#alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }

  #load(): StoredSession | null {
    return this.ctx.storage.kv.get<StoredSession>('session') ?? null;
  }

  #store(session: StoredSession): void {
    this.ctx.storage.kv.put('session', session);
  }
}
