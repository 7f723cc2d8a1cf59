import { toDay } from '#app/chat/turns/turn-budget.ts';
import type { Config } from '#app/platform/config.ts';
import { randomId } from '#app/platform/ids.ts';
import { createSigner } from '#app/platform/signer.server.ts';

/** A turn that was counted, whose further steps are not. */
export interface CountedTurn {
  id: string;
  /** The day it is counted on, in days since 1970. */
  day: number;
}

/** Long enough for a person to decide on a call, in milliseconds. */
const LIFETIME_MS = 30 * 60 * 1_000;

type App = { config: Pick<Config, 'SEAL_KEYS'> };

/** Begins a turn. */
export function newTurn(day: number): CountedTurn {
  return { id: randomId(), day };
}

/**
 * Signs a turn for whom it is counted. The browser holds the conversation, so that it brings this with the next
 * step; how many steps were taken is counted here.
 * @param who the name of the count
 */
export async function signTurn(
  app: App,
  { id, day }: CountedTurn,
  who: string,
  now: number,
): Promise<string> {
  const text = `${id}.${day}.${(now + LIFETIME_MS).toString(36)}`;
  return `${text}.${await signer(app).sign(`${text}.${who}`)}`;
}

/**
 * The turn of a ticket; null where it was altered, has expired, or is another caller's. Each step renews it, but not
 * past the day after its first, since the count of its steps is forgotten then.
 */
export async function readStepTicket(
  app: App,
  ticket: string,
  who: string,
  now: number,
): Promise<CountedTurn | null> {
  const [id = '', day = '', expiresAt = '', signature = '', ...rest] = ticket.split('.');
  if (rest.length > 0) return null;
  const isOurs = await signer(app).verify(`${id}.${day}.${expiresAt}.${who}`, signature);
  if (!isOurs || Number.parseInt(expiresAt, 36) <= now) return null;
  return Number(day) < toDay(now).day - 1 ? null : { id, day: Number(day) };
}

function signer({ config }: App) {
  return createSigner(config.SEAL_KEYS, 'step-ticket');
}
