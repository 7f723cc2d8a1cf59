import { expect, test } from 'vitest';

import { createRun, type AutopilotState } from '#app/autopilot/autopilot-state.ts';
import {
  beginAutopilotWatch,
  stepAutopilotWatch,
  type AutopilotWatchEvent,
} from '#app/autopilot/autopilot-watch.ts';
import { fail, succeed } from '#app/platform/result.ts';

const begun = createRun({ goal: 'A server for orders', target: 90, maxRounds: 4 }, 0);
const stopped: AutopilotState = { ...begun, end: 'stopped' };
const looked = (run: AutopilotState, stops = 0): AutopilotWatchEvent => ({
  kind: 'looked',
  stops,
  answer: succeed(run),
});
const unseen: AutopilotWatchEvent = {
  kind: 'looked',
  stops: 0,
  answer: fail({ reason: 'network' }),
};
const stopping: AutopilotWatchEvent = { kind: 'stopping' };
const ended: AutopilotWatchEvent = { kind: 'stopped', answer: succeed(stopped) };
const unheard: AutopilotWatchEvent = { kind: 'stopFailed', failure: { reason: 'network' } };
const unshown: AutopilotWatchEvent = { kind: 'stopped', answer: fail({ reason: 'network' }) };
const noted: AutopilotState = { ...begun, note: 'Round 1 is over.' };

test.each<[string, AutopilotWatchEvent[], object]>([
  ['a look shows the run as it is', [looked(noted)], { run: noted, failure: null }],
  [
    'a look that fails says so and keeps the run',
    [looked(noted), unseen],
    { run: noted, failure: { reason: 'network' } },
  ],
  ['the next look that succeeds is enough', [unseen, looked(noted)], { run: noted, failure: null }],
  ['a stop is shown until it is answered', [stopping], { isStopping: true, run: begun }],
  ['a run that stopped is over', [stopping, ended], { isStopping: false, run: stopped }],
  [
    'a stop that fails says so',
    [stopping, unheard],
    { isStopping: false, run: begun, stopFailure: { reason: 'network' } },
  ],
  [
    'and goes on saying so while the run is looked at',
    [stopping, unheard, looked(noted)],
    { run: noted, failure: null, stopFailure: { reason: 'network' } },
  ],
  ['until the next stop', [stopping, unheard, stopping], { isStopping: true, stopFailure: null }],
  [
    'a run that stopped and cannot be looked at says so until it can',
    [stopping, unshown, looked(stopped, 1)],
    { run: stopped, failure: null },
  ],
  [
    'a look from before a stop does not bring the run back',
    [stopping, ended, looked(begun)],
    { run: stopped },
  ],
  ['nor does it say that the line is dead', [stopping, ended, unseen], { failure: null }],
])('%s', (_, events, expected) => {
  const state = events.reduce(stepAutopilotWatch, beginAutopilotWatch(begun));
  expect(state).toMatchObject(expected);
});
