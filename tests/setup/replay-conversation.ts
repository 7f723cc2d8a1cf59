import { expect } from 'vitest';

import { scriptModel, requestsOf, type ModelAnswer } from '../fakes/model-script.ts';
import { connectModel, openChat, openGuest, readToken } from '../requests/open-guest.mjs';
import { approveChanges, takeTurn } from '../requests/take-turn.mjs';
import { readModelRequest, type ModelRequestText } from './read-model-request.ts';

type Wanted = string | RegExp;

/** A call that the model makes, and what it has to get as its result. */
export interface RecordedCall {
  call: string;
  input: unknown;
  gets?: Wanted | Wanted[];
}

/** One request of the product: what has to be new in its prompt, and what the model answers. */
export interface RecordedStep {
  sees?: Wanted[];
  calls?: RecordedCall[];
  says?: string;
}

/** What the person says, with documents (`take-turn.mjs`), and the requests that follow. */
export interface RecordedTurn {
  user: string;
  paste?: string;
  attach?: string[];
  steps: RecordedStep[];
  /** It leaves changes that wait for the person. */
  waits?: true;
}

export interface Replay {
  /** Of the chat and its draft. */
  id: string;
  /** Of the draft. */
  token: string;
  /** All requests that the model got. */
  requests: ModelRequestText[];
  /** Approves, as the person, what the last turn has left waiting. */
  approve: () => Promise<unknown>;
}

const PROVIDERS = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const;

/** The result of a call that changed something, and met no problem. */
export const SUCCESS = /^(?![^]*\nproblems[:,])[^]*\nchanged: (?!none\n)/;

const TURN_MS = 120_000;

/** Words with which a call is refused, or left to the person. */
const REFUSED = /Not done|the person is asked|the person decides/i;

/**
 * Replays a recorded conversation as a guest's browser would hold it: the model is connected in the tab, and
 * a scripted provider plays its part. Checks that each request brought what the recording says, that results
 * came back in the order of the calls, that none was refused or left to the person, and that every turn ended.
 */
export async function replayConversation(
  origin: string,
  turns: readonly RecordedTurn[],
  kind: keyof typeof PROVIDERS = 'openai-compatible',
): Promise<Replay> {
  const value = `sk-replay-${crypto.randomUUID()}`;
  scriptModel(value, { answers: turns.flatMap(({ steps }) => steps).map(toAnswer) });
  const call = openGuest(origin, TURN_MS);
  const via = await connectModel(call, { kind, baseUrl: PROVIDERS[kind], model: 'm', value });
  const id: string = await openChat(call);
  let answered = 0;
  let waiting: unknown[] = [];
  for (const turn of turns) {
    const { answer } = await takeTurn(call, id, turn, via);
    const requests = requestsOf(value).slice(answered).map(readModelRequest);
    expectSteps(turn, requests);
    const { error, status, asked, text } = answer;
    waiting = answer.waiting;
    const said = `the turn “${toStart(turn.user)}” ended with: ${toEnd(text)}`;
    expect({ error, status, asked }, said).toEqual({ error: null, status: 'done', asked: false });
    expect(waiting.length > 0, `changes wait, and ${said}`).toBe(turn.waits === true);
    expect(requests.length, `requests, and ${said}`).toBe(turn.steps.length);
    answered += requests.length;
  }
  const requests = requestsOf(value).map(readModelRequest);
  const approve = () => approveChanges(call, id, waiting);
  return { id, token: await readToken(call, id), requests, approve };
}

function toAnswer({ says, calls = [] }: RecordedStep): ModelAnswer {
  const lines = calls.map(({ call, input }) => ({ call, input }));
  return { lines: [...(says === undefined ? [] : [{ say: says }]), ...lines] };
}

function expectSteps(turn: RecordedTurn, requests: readonly ModelRequestText[]): void {
  const { steps } = turn;
  for (const [index, step] of steps.entries()) {
    const request = requests[index];
    if (request === undefined) break;
    const place = `request ${index + 1} of “${toStart(turn.user)}”`;
    for (const wanted of step.sees ?? []) expectText(request.text, wanted, place);
    const before = steps[index - 1]?.calls ?? [];
    if (index > 0) expectResults(before, request, place);
  }
}

/** The results stand in the order of the calls, and none says that its call was not made. */
function expectResults(
  calls: readonly RecordedCall[],
  { results }: ModelRequestText,
  place: string,
): void {
  expect(
    results.map(({ call }) => call),
    place,
  ).toEqual(calls.map(({ call }) => call));
  for (const [index, { call, gets = [] }] of calls.entries()) {
    const text = results[index]?.text ?? '';
    // What the product tells about the draft stands behind the last result.
    const [own = ''] = text.split('\n\n[draft] ');
    expect(own, `the result of ${call} in ${place}`).not.toMatch(REFUSED);
    for (const wanted of [gets].flat()) {
      expectText(text, wanted, `the result of ${call} in ${place}`);
    }
  }
}

function expectText(text: string, wanted: Wanted, place: string): void {
  const isIn = typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  // The text may be a whole document.
  expect(isIn, `${place} should hold ${String(wanted)}, not: ${toStart(text, 1_500)}`).toBe(true);
}

function toStart(text: string, length = 60): string {
  return text.slice(0, length);
}

function toEnd(text: string): string {
  return text.slice(-600);
}
