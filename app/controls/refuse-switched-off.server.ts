import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import { getControls } from './current-controls.server.ts';
import { SWITCHED_OFF_TYPE } from './switched-off-type.ts';
import { SWITCH_WORDS, type SwitchName } from './switches.ts';

const RETRY_AFTER_SECONDS = 600;

/** Whether operators have turned something off. */
export async function isSwitchedOff(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>,
  name: SwitchName,
): Promise<boolean> {
  return (await getControls(app)).off.has(name);
}

/** The 503 to answer with where operators have turned something off, otherwise null. */
export async function refuseSwitchedOff(
  app: AppContext,
  name: SwitchName,
): Promise<Response | null> {
  if (!(await isSwitchedOff(app, name))) return null;
  app.log.info('switch.refused', { name });
  return problem(app, {
    status: 503,
    type: SWITCHED_OFF_TYPE,
    title: 'switched_off',
    detail: SWITCH_WORDS[name].refusal,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
