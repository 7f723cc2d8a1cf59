import { isPhoneLike, readDevice } from './phone-rule.ts';

/** How long our own calls wait; phones lose their network more often, and for longer. */
const DESKTOP_TIMEOUT_MS = 30_000;
const PHONE_TIMEOUT_MS = 60_000;

/** How long our own calls wait on this device. */
export function callTimeoutMs(): number {
  return isPhoneLike(readDevice()) ? PHONE_TIMEOUT_MS : DESKTOP_TIMEOUT_MS;
}
