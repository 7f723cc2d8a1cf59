import { DurableObject } from 'cloudflare:workers';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

import { readDraft } from '#app/drafts/store.server.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { findStored } from '#app/platform/read-stored.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { createLiveServer } from '#app/runtime/protocol/create-server.ts';
import { findResource } from '#app/runtime/protocol/find-resource.ts';
import { parseMessage } from '#app/runtime/protocol/read-message.ts';
import { createStateSeal } from '#app/runtime/protocol/serving.ts';
import { sessionNotFound } from '#app/runtime/protocol/session/session-host.ts';
import { ClientSession } from '#app/runtime/protocol/session/client-session.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createRecordedRunner } from './calls/recorded-runner.server.ts';
import { getAccountLimits } from './quota/account-limits.server.ts';
import { createServedRunner } from './served-runner.server.ts';
import { beginJournal, remember, SessionJournal, toMessages } from './session-journal.ts';
import { toKeyId } from './served-server.ts';
import { readVisit, type SessionVisit } from './session-visit.ts';

/** A session is kept so long after its last request. */
const IDLE_MS = 30 * 60_000;
/** A session ends so long after it began, whoever uses it. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** The alarm is not put off more often than this. */
const ALARM_STEP_MS = 60_000;
/** A visitor's session is kept so long: whoever finds a demo can open many. */
const VISITOR_IDLE_MS = 5 * 60_000;
/** One that a visitor listens to never rests; a client that is sent away opens another one. */
const VISITOR_MAX_AGE_MS = 60 * 60_000;

/** Stored state of a session, so that a new instance can take over. */
const StoredSession = z.object({
  id: z.string(),
  /** Id of the draft or the project that it is a session of. */
  draft: z.string(),
  /** Absent: a draft. */
  kind: z.optional(z.enum(['draft', 'project'])),
  /** Opened with a token or key, so it is kept for longer. */
  isTrusted: z.boolean(),
  /** Id of the caller who opened it, and who alone may use it; absent: by `isTrusted`, of a draft. */
  caller: z.optional(z.string()),
  openedAt: z.number(),
  journal: SessionJournal,
});
type StoredSession = z.infer<typeof StoredSession>;

/** State of a session in the memory of an instance. */
interface LiveSession {
  session: ClientSession;
  /**
   * Of the request that knew the server's newest state: the served definition, and the target of
   * calls.
   */
  visit: SessionVisit;
  replace: (served: ServedDefinition) => void;
}

/**
 * One session of MCP's revision 2025-11-25. In memory it has the server that stays between two
 * requests; in storage what a new instance needs to go on. It ends by DELETE, or by itself.
 */
export class SessionObject extends DurableObject<Env> {
  /** A promise from the start, so that requests which come meanwhile find the same session. */
  #live: Promise<LiveSession> | null = null;
  #alarmAt = 0;

  override async fetch(request: Request): Promise<Response> {
    const visit = readVisit(request);
    if (visit.isFirst) return await this.#open(visit, request);
    const live = await this.#enter(visit);
    return live === null ? sessionNotFound() : await live.session.fetch(request);
  }

  override async alarm(): Promise<void> {
    const stored = this.#load();
    const now = Date.now();
    const live = await this.#live;
    if (stored === null || isOver(stored, now) || live?.session.isBusy !== true) {
      await this.#end();
    } else if (await this.#isServed(stored)) {
      await this.#setAlarm(stored, now);
    } else {
      await this.#end();
    }
  }

  async #open(visit: SessionVisit, request: Request): Promise<Response> {
    const message = parseMessage(await request.text());
    if (!isJsonObject(message)) throw new Error('The gateway opens sessions by a message.');
    const journal = beginJournal(message);
    if (journal === null) return tooLarge();
    const { id, server, caller } = visit;
    const who = { isTrusted: caller.isTrusted, caller: caller.id };
    const stored: StoredSession = {
      id,
      draft: server.id,
      kind: server.kind,
      ...who,
      openedAt: Date.now(),
      journal,
    };
    // First, so that nothing is stored that would not end by itself.
    await this.#putOffAlarm(stored);
    this.#store(stored);
    const live = await this.#keep(this.#start(id, visit, []));
    return await live.session.fetch(request, message);
  }

  /** The session, in memory, where there is such a one for this caller. */
  async #enter(visit: SessionVisit): Promise<LiveSession | null> {
    const stored = this.#load();
    if (stored !== null && callerOf(stored) !== visit.caller.id) return null;
    if (stored === null || isOver(stored, Date.now())) {
      // An id that is just unknown has nothing to end.
      if (this.ctx.storage.kv.get('session') !== undefined) await this.#end();
      return null;
    }
    const start = () => this.#start(stored.id, visit, toMessages(stored.journal));
    const live = await (this.#live ?? this.#keep(start()));
    await this.#follow(live, visit);
    // It may have ended meanwhile.
    if (this.#load() === null) return null;
    await this.#putOffAlarm(stored);
    return live;
  }

  /** Remembers what a new instance has to know. */
  #hear(message: object, served: ServedDefinition): void {
    const stored = this.#load();
    if (stored === null) return;
    const isResource = (uri: string) => findResource(served.resources, uri) !== null;
    const journal = remember(stored.journal, message, isResource);
    if (journal !== stored.journal) this.#store({ ...stored, journal });
  }

  /** Keeps a session from its start on; one that does not start is tried again. */
  #keep(starting: Promise<LiveSession>): Promise<LiveSession> {
    this.#live = starting;
    starting.catch(() => {
      if (this.#live === starting) this.#live = null;
    });
    return starting;
  }

  /** Serves what the server has become. A request that was overtaken by a newer one changes nothing. */
  async #follow(live: LiveSession, visit: SessionVisit): Promise<void> {
    const { server } = visit;
    const isSame = live.visit.server.artifact === server.artifact;
    const served = isSame ? null : await openArtifact(this.env, server).served();
    const before = live.visit.server;
    if (server.revision < before.revision) return;
    live.visit = visit;
    if (served === null || before.artifact === server.artifact) return;
    live.replace(served);
  }

  /** A session that has heard these messages. */
  async #start(id: string, visit: SessionVisit, heard: object[]): Promise<LiveSession> {
    const served = await openArtifact(this.env, visit.server).served();
    const serving = {
      runTool: this.#runTool,
      state: createStateSeal(),
      changes: new InMemoryServerEventBus(),
    };
    const life = { isLive: true, canChange: true };
    const { server, replace } = createLiveServer(served, serving, life);
    let current = served;
    const session = await ClientSession.open({
      id,
      server,
      onEnd: () => this.ctx.waitUntil(this.#end()),
      onMessage: (message) => this.#hear(message, current),
    });
    for (const message of heard) await session.replay(message);
    const follow = (other: ServedDefinition) => {
      current = other;
      replace(other);
    };
    return { session, visit, replace: follow };
  }

  /** By the server as the last request found it: it may have changed since the session began. */
  readonly #runTool: ToolRunner = async (call, client) => {
    const live = await this.#live;
    if (live === null) throw new Error('A tool runs inside of a live session only.');
    const { server, caller, environment, origin } = live.visit;
    const app = createObjectContext(this.env, this.ctx, origin);
    const artifact = openArtifact(this.env, server);
    const terms = { environment, user: caller.user };
    if (server.kind === 'draft') {
      return await createServedRunner(app, server, artifact, terms)(call, client);
    }
    const { responseBytes: maxResultBytes } = await getAccountLimits(app, server.account);
    const { app: name = null, visitor } = caller;
    const who = { key: toKeyId(caller), app: name, visitor };
    const run = createRecordedRunner(app, server, artifact, { ...terms, maxResultBytes }, who);
    return await run(call, client);
  };

  /** Whether what it is a session of still answers. */
  async #isServed({ draft: id, kind }: StoredSession): Promise<boolean> {
    if (kind === 'project') return (await toEndpointStub(this.env, id).lease()).ok;
    return (await readDraft(this.env, id)).ok;
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = null;
    // At once, so that nothing is stored back meanwhile.
    this.ctx.storage.kv.delete('session');
    await (await live)?.session.close();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async #putOffAlarm(stored: StoredSession): Promise<void> {
    const now = Date.now();
    if (now + idleOf(stored) - this.#alarmAt >= ALARM_STEP_MS) await this.#setAlarm(stored, now);
  }

  async #setAlarm(stored: StoredSession, now: number): Promise<void> {
    this.#alarmAt = now + idleOf(stored);
    await this.ctx.storage.setAlarm(Math.min(this.#alarmAt, endOf(stored)));
  }

  /** The stored session; null also where this version cannot read it: then it is over. */
  #load(): StoredSession | null {
    return findStored(StoredSession, this.ctx.storage.kv.get('session'), 'The session');
  }

  #store(session: StoredSession): void {
    this.ctx.storage.kv.put('session', session);
  }
}

/** A session that an older version has stored names no caller. */
function callerOf({ caller, isTrusted }: StoredSession): string {
  return caller ?? (isTrusted ? 'token' : 'visitor');
}

function isOver(stored: StoredSession, now: number): boolean {
  return endOf(stored) <= now;
}

/** When it ends, whoever uses it. */
function endOf({ openedAt, isTrusted }: StoredSession): number {
  return openedAt + (isTrusted ? MAX_AGE_MS : VISITOR_MAX_AGE_MS);
}

function idleOf({ isTrusted }: StoredSession): number {
  return isTrusted ? IDLE_MS : VISITOR_IDLE_MS;
}

function tooLarge(): Response {
  const error = { code: -32_000, message: 'The request that initialises is too large.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 413 });
}
