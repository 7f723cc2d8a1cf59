import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { findStored } from '#app/platform/read-stored.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { loadStoredControls, type StoredSetting, type Suspension } from './control-store.server.ts';
import { isDismissed, SiteNotice } from './site-notice.ts';
import { SWITCHES, type SwitchName } from './switches.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/** Settings and suspensions, as this isolate knows them. */
export interface Controls {
  notice: SiteNotice | null;
  /** Switches that are off. */
  off: ReadonlySet<SwitchName>;
  /** By user, and by their own account. */
  suspendedUsers: ReadonlyMap<string, Suspension>;
  suspendedAccounts: ReadonlyMap<string, Suspension>;
}

/** Everything is on, and nobody is suspended. */
const NOTHING_SET: Controls = {
  notice: null,
  off: new Set(),
  suspendedUsers: new Map(),
  suspendedAccounts: new Map(),
};

/** For so long an isolate asks nobody; a change is in force everywhere after that and one more request. */
export const CONTROLS_KEPT_MS = 15_000;
/** Only the first request of an isolate waits for the database at all. */
const FIRST_READ_MS = 500;

interface Kept {
  controls: Controls;
  /** Rises with each load: a slow one never overwrites what was read after it. */
  readAt: number;
  until: number;
}

const kept = new WeakMap<App['config'], Kept>();

/**
 * The settings of operators: from memory, and from the database every 15 s, after the answer. While the database is
 * away the last known ones count; an isolate that has never read any lets everybody pass.
 */
export async function getControls(app: App, now = Date.now()): Promise<Controls> {
  const known = kept.get(app.config);
  if (known === undefined) {
    const loaded = reloadControls(app, now);
    app.waitUntil(loaded.catch(() => {}));
    return withTimeout(loaded, FIRST_READ_MS).catch((error: unknown) => {
      app.log.warn('controls.unread', { error });
      keep(app, NOTHING_SET, 0, now);
      return NOTHING_SET;
    });
  }
  if (now >= known.until) {
    // One request asks; the others go on with what is known.
    known.until = now + CONTROLS_KEPT_MS;
    const loaded = reloadControls(app, now);
    app.waitUntil(loaded.catch((error: unknown) => app.log.warn('controls.unread', { error })));
  }
  return known.controls;
}

/** Reads the settings now: whoever changed them sees the change at once. */
export async function reloadControls(app: App, now = Date.now()): Promise<Controls> {
  const { settings, suspended } = await loadStoredControls(app.env.DB);
  const controls: Controls = {
    notice: readNotice(settings),
    off: new Set(SWITCHES.filter((name) => isOff(settings, name))),
    suspendedUsers: new Map(suspended.map((each) => [each.uid, each])),
    suspendedAccounts: new Map(suspended.map((each) => [each.accountId, each])),
  };
  keep(app, controls, now, now + CONTROLS_KEPT_MS);
  return controls;
}

function keep(app: App, controls: Controls, readAt: number, until: number): void {
  const known = kept.get(app.config);
  if (known !== undefined && known.readAt > readAt) return;
  kept.set(app.config, { controls, readAt, until });
}

/** The suspension of a user, as this isolate knows it. */
export async function findUserSuspension(app: App, uid: string): Promise<Suspension | null> {
  return (await getControls(app)).suspendedUsers.get(uid) ?? null;
}

/** Whether the owner of an account is suspended, as this isolate knows it. */
export async function isAccountSuspended(app: App, account: string): Promise<boolean> {
  return (await getControls(app)).suspendedAccounts.has(account);
}

/** The notice that is shown now. */
export async function getNotice(app: App, now = Date.now()): Promise<SiteNotice | null> {
  const { notice } = await getControls(app, now);
  return notice !== null && now < notice.endsAt ? notice : null;
}

/** The notice that is shown now to who has not dismissed it. */
export async function getShownNotice(app: App, cookies: string | null): Promise<SiteNotice | null> {
  const notice = await getNotice(app);
  return notice !== null && isDismissed(notice, cookies) ? null : notice;
}

export const NOTICE_SETTING = 'notice';

export function toSwitchSetting(name: SwitchName): string {
  return `switch:${name}`;
}

function readNotice(settings: readonly StoredSetting[]): SiteNotice | null {
  const stored = settings.find(({ name }) => name === NOTICE_SETTING);
  return stored ? findStored(SiteNotice, parse(stored.value), 'The notice') : null;
}

function isOff(settings: readonly StoredSetting[], name: SwitchName): boolean {
  const stored = settings.find((each) => each.name === toSwitchSetting(name));
  return stored !== undefined && findStored(z.literal('off'), parse(stored.value), name) === 'off';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
