import { env, exports } from 'cloudflare:workers';

import type { ChatAnswer } from '#app/chat/chat-view.ts';
import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';

import { Browser, makeToken, newUid, SITE } from '../setup/browser.workerd.ts';
import type { FaultDice } from './fault-dice.workerd.ts';
import type { KnownKey, KnownProject } from './known-project.workerd.ts';
import type { Random } from './random.ts';

/** A restore point, by what it holds. */
interface Point {
  number: number;
  by: string;
  blueprint: string;
}

/** A server that was acknowledged, as its person knows it. */
export interface KnownServer {
  id: string;
  isDeleted: boolean;
  isShared: boolean;
  /** Everybody finds it. */
  isPublic: boolean;
  points: Point[];
  /** Ids of messages that were taken. */
  messages: Set<string>;
}

/** What somebody was answered. */
export interface Answer {
  status: number;
  text: string;
}

/** Counts of a whole run. */
export interface Tally {
  steps: Map<string, number>;
  statuses: Map<number, number>;
  /** Things that were told or kept wrongly. */
  violations: string[];
}

const SHARE_OF_FAULTS = 0.35;

/** Somebody who works with the product in one browser, and remembers what was acknowledged. */
export class Person {
  readonly browser = new Browser();
  readonly uid = newUid();
  readonly random: Random;
  readonly servers: KnownServer[] = [];
  readonly projects: KnownProject[] = [];
  readonly keys: KnownKey[] = [];
  /** They pay for a plan with more projects. */
  hasPlan = false;
  hasGithub = false;
  hasTeam = false;
  /** Values that must never be found in what is stored. */
  readonly secrets: string[] = [];
  readonly email = `${this.uid}@example.org`;
  hasAccount = false;
  isSignedIn = false;
  readonly #dice: FaultDice;
  readonly #tally: Tally;
  readonly #name: string;
  #step = 'opens';
  #messages = 0;

  constructor(name: string, random: Random, dice: FaultDice, tally: Tally) {
    this.#name = name;
    this.random = random;
    this.#dice = dice;
    this.#tally = tally;
  }

  /** Begins a step, for the report of what goes wrong in it. */
  begin(step: string): void {
    this.#step = step;
  }

  /** Ends a step that was done, for the count. */
  end(): void {
    count(this.#tally.steps, this.#step);
  }

  /** Notes where something does not hold. */
  expect(isRight: boolean, what: string): void {
    if (!isRight) this.#tally.violations.push(`${this.#name}, ${this.#step}: ${what}`);
  }

  /**
   * Asks for something as a person does: while something may go wrong, and again until it is done.
   * @param known statuses that say that it was done before
   * @param isTruth whether an answer says that something has gone wrong
   */
  async ask(
    send: () => Promise<Response>,
    known: number[] = [],
    isTruth: (answer: Answer) => boolean = isTold,
  ): Promise<Answer> {
    for (let tries = 0; tries < 3; tries += 1) {
      if (!this.random.chance(SHARE_OF_FAULTS)) break;
      const answer = await this.#dice.spoil(async () => this.#read(await send()));
      if (answer.status < 300 || known.includes(answer.status)) return answer;
      this.expect(
        isTruth(answer),
        `a fault was answered ${answer.status}: ${answer.text.slice(0, 200)}`,
      );
    }
    const answer = await this.#read(await send());
    const isDone = answer.status < 300 || known.includes(answer.status);
    this.expect(isDone, `all is well, but it was answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  async #read(answer: Response): Promise<Answer> {
    count(this.#tally.statuses, answer.status);
    const text = await answer.text().catch((error: unknown) => `broken off: ${String(error)}`);
    return { status: answer.status, text };
  }

  json(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const init = { method, body: JSON.stringify(body) };
    return this.browser.fetch(path, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /** A request without any cookie. */
  fetchAsProgram(path: string, init: RequestInit): Promise<Response> {
    return exports.default.fetch(new Request(SITE + path, init));
  }

  /** A project that is not deleted; null where there is none. */
  pickProject(): KnownProject | null {
    const live = this.projects.filter(({ isDeleted }) => !isDeleted);
    return live.length === 0 ? null : this.random.pick(live);
  }

  /** A server that is not deleted; null where there is none. */
  pickServer(): KnownServer | null {
    const live = this.servers.filter(({ isDeleted }) => !isDeleted);
    return live.length === 0 ? null : this.random.pick(live);
  }

  nextMessage(): string {
    this.#messages += 1;
    return `message-${this.#messages}`;
  }

  /** Takes a server that was just acknowledged. */
  async take(id: string): Promise<KnownServer> {
    const server = {
      id,
      isDeleted: false,
      isShared: false,
      isPublic: false,
      points: [],
      messages: new Set<string>(),
    };
    this.servers.push(server);
    await this.look(server);
    return server;
  }

  view(server: KnownServer): Promise<ChatAnswer> {
    return this.browser.fetch(`/api/chats/${server.id}`).then((answer) => answer.json());
  }

  /** Compares a server with what is known of it, and knows it as it is now from then on. */
  async look(server: KnownServer): Promise<void> {
    const head = await readDraft(env, server.id);
    if (!head.ok) return this.expect(false, `the server is ${head.reason}`);
    const stub = toChatStub(env, server.id);
    const points: Point[] = [];
    for (const { number, by } of (await stub.listPoints()).points) {
      const content = await stub.readPoint(number);
      points.push({ number, by, blueprint: content?.blueprint ?? '' });
    }
    const last = points.at(-1);
    this.expect(last?.blueprint === head.value.blueprint, 'the last point is another server');
    this.#comparePoints(server.points, points);
    server.points = points;
  }

  /** One step adds one point at most; edits on the screen that follow each other are one. */
  #comparePoints(before: Point[], now: Point[]): void {
    const isFolded = before.at(-1)?.by === 'screen' && now.length === before.length;
    const kept = isFolded ? before.slice(0, -1) : before;
    const isSame = kept.every((point, at) => JSON.stringify(point) === JSON.stringify(now[at]));
    this.expect(isSame, 'restore points were lost or changed');
    this.expect(now.length <= before.length + 1, 'a step made more than one restore point');
  }

  /** A fresh token of this person. */
  makeToken(): Promise<string> {
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    return makeToken({ sub: this.uid, auth_time: authTime, email: this.email });
  }

  /** The next sync of a token takes over what a guest has made, where a store was away at the sign-in. */
  async claim(): Promise<void> {
    await this.browser.sync(await this.makeToken());
  }

  /** Signs in, or shows a fresh token. */
  async signIn(): Promise<void> {
    const token = await this.makeToken();
    await this.ask(() => this.browser.sync(token));
    this.hasAccount = true;
    this.isSignedIn = true;
  }
}

function isTold({ status, text }: Answer): boolean {
  return status === 503 && JSON.parse(text).requestId !== undefined;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
