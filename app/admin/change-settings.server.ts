import { saveSetting } from '#app/controls/control-store.server.ts';
import {
  NOTICE_SETTING,
  reloadControls,
  toSwitchSetting,
} from '#app/controls/current-controls.server.ts';
import type { NewSiteNotice, SiteNotice } from '#app/controls/site-notice.ts';
import { SWITCHES } from '#app/controls/switches.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { problem } from '#app/platform/problem.ts';

import { answerDone } from './answer-done.server.ts';
import type { Operator } from './require-operator.server.ts';

/** Shows a notice on every page until it ends. */
export async function setNotice(
  app: AppContext,
  operator: Operator,
  { text, startsAt, endsAt }: NewSiteNotice,
): Promise<Response> {
  const now = Date.now();
  if (endsAt <= now || (startsAt !== null && startsAt >= endsAt)) {
    return problem(app, {
      status: 422,
      detail: 'The end has to be in the future, and after the start.',
    });
  }
  const notice: SiteNotice = { id: randomId(), text, startsAt, endsAt };
  const setting = { name: NOTICE_SETTING, value: JSON.stringify(notice) };
  return save(app, operator, setting, { action: 'notice.set', subject: 'notice', detail: text });
}

/** Takes the notice away. */
export function endNotice(app: AppContext, operator: Operator): Promise<Response> {
  const deed = { action: 'notice.ended', subject: 'notice', detail: '' };
  return save(app, operator, { name: NOTICE_SETTING, value: null }, deed);
}

/** Turns a part of the product off, or on again. */
export async function changeSwitch(
  app: AppContext,
  operator: Operator,
  name: string,
  isOn: boolean,
): Promise<Response> {
  const known = SWITCHES.find((each) => each === name);
  if (known === undefined) return problem(app, { status: 404, detail: 'There is no such switch.' });
  const setting = { name: toSwitchSetting(known), value: isOn ? null : JSON.stringify('off') };
  const detail = isOn ? 'on' : 'off';
  return save(app, operator, setting, { action: 'switch.changed', subject: known, detail });
}

async function save(
  app: AppContext,
  { email, uid }: Operator,
  setting: Parameters<typeof saveSetting>[1],
  deed: { action: string; subject: string; detail: string },
): Promise<Response> {
  await saveSetting(app.env.DB, setting, { ...deed, operator: email }, Date.now());
  await reloadControls(app);
  app.log.warn('admin.changed', { setting: setting.name, operator: uid });
  return answerDone();
}
