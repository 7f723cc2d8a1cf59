import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';

import { asksForHost } from './user-intent.ts';

/** Whose words stand behind a turn. */
export interface TurnWords {
  /** The turn has read what others wrote. */
  isTainted: boolean;
  /** The user's own words in the message that the turn answers. */
  said: string;
  /** Text pasted into it. */
  pasted: string;
}

export type Verdict =
  | { act: 'allow' }
  /** Only the person can say; `what` ends the sentence "The builder wants to …". */
  | { act: 'ask'; what: string }
  /** Nobody may have that. */
  | { act: 'refuse'; why: string };

export const ALLOW: Verdict = { act: 'allow' };

/** A person is asked; `what` ends the sentence "The builder wants to …". */
export function ask(what: string): Verdict {
  return { act: 'ask', what };
}

/** Allows only hosts that the server calls, or that the user named. */
export function guardHost(words: TurnWords, address: string, blueprint: Blueprint): Verdict {
  if (!URL.canParse(address)) return ALLOW;
  const { host, hostname } = new URL(address);
  if (asksForHost(words.said, host) || asksForHost(words.said, hostname)) return ALLOW;
  const checked = checkOutboundUrl(address, { ownHosts: [], allowsLoopback: false });
  const known = blueprint.upstreams.some(({ baseUrl }) => hostOf(baseUrl) === host);
  if (!checked.ok && !known) {
    return { act: 'refuse', why: `${checked.message} The person did not name ${host}.` };
  }
  return known ? ALLOW : ask(`send requests to ${host}`);
}

/** The host of an address; null for what is none. */
export function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
