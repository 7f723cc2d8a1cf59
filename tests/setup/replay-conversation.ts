import assert from 'node:assert/strict';

import { scriptModel, requestsOf, type ModelAnswer } from '../fakes/model-script.ts';
import { judgeTurn } from '../requests/hold-conversation.mjs';
import { connectModel, openChat, openGuest, readToken } from '../requests/open-guest.mjs';
import { approveChanges, takeTurn } from '../requests/take-turn.mjs';
import { readModelRequest, type ModelRequestText } from './read-model-request.ts';

type Wanted = string | RegExp;

/** A call that the model makes, and what it has to get as its result. */
export interface RecordedCall {
  call: string;
  input: unknown;
  gets?: Wanted | Wanted[];
  /** What is wrong about it, as the result has to say; every other call has to be accepted. */
  fails?: Wanted;
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
  /** Predicates about the draft and the answer (tests/requests/README.md). */
  expect?: object[];
  /** It leaves changes that wait for the person, who approves them before they go on. */
  waits?: true | 'approved';
}

export interface Replay {
  /** Of the chat and its draft. */
  id: string;
  /** Of the draft. */
  token: string;
  /** All requests that the model got. */
  requests: ModelRequestText[];
  /** Change sets that the last turn has left waiting. */
  waiting: { items: unknown[] }[];
  /** Approves, as the person, what the last turn has left waiting. */
  approve: () => Promise<unknown>;
}

const PROVIDERS = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const;

/** Protocols that a model may speak. */
export type ReplayedProtocol = keyof typeof PROVIDERS;

const TURN_MS = 120_000;

/** Words with which a call is refused, or left to the person. */
const REFUSED = /Not done|the person is asked|the person decides/i;

/** Problems of a call, which changed nothing. */
const PROBLEMS = /(?:^|\n)problems[:,]/;

/**
 * Replays a recorded conversation as a guest's browser would hold it: the model is connected in the tab, and
 * a scripted provider plays its part. Checks that each request brought what the recording says, that results
 * came back in the order of the calls, that none was refused or left to the person, that every turn ended, and
 * what is expected of the draft then. Throws where something is not so.
 */
export async function replayConversation(
  origin: string,
  turns: readonly RecordedTurn[],
  kind: ReplayedProtocol = 'openai-compatible',
): Promise<Replay> {
  const value = `sk-replay-${crypto.randomUUID()}`;
  scriptModel(value, { answers: turns.flatMap(({ steps }) => steps).map(toAnswer) });
  const call = openGuest(origin, TURN_MS);
  const via = await connectModel(call, { kind, baseUrl: PROVIDERS[kind], model: 'm', value });
  const id: string = await openChat(call);
  let answered = 0;
  let waiting: Replay['waiting'] = [];
  let before: unknown = null;
  for (const turn of turns) {
    const taken = await takeTurn(call, id, turn, via);
    const requests = requestsOf(value).slice(answered).map(readModelRequest);
    checkSteps(turn, requests);
    answered += requests.length;
    ({ waiting } = taken.answer);
    checkEnd(turn, taken.answer, requests);
    const blueprint =
      turn.waits === 'approved' ? await approveChanges(call, id, waiting) : taken.blueprint;
    const answer = { ...taken.answer, waits: waiting.length > 0 };
    const seen = { ...taken, blueprint, answer };
    const reasons = await judgeTurn(origin, call, id, turn.expect ?? [], seen, before);
    assert.deepEqual(reasons, [], `After “${toStart(turn.user)}”: ${reasons.join('\n')}`);
    before = blueprint;
  }
  const requests = requestsOf(value).map(readModelRequest);
  const approve = () => approveChanges(call, id, waiting);
  return { id, token: await readToken(call, id), requests, waiting, approve };
}

/** The model's part, as a script of the fake provider. */
export function toAnswer({ says, calls = [] }: RecordedStep): ModelAnswer {
  const lines = calls.map(({ call, input }) => ({ call, input }));
  return { lines: [...(says === undefined ? [] : [{ say: says }]), ...lines] };
}

/** The turn ended as it should, after the recorded requests and no others. */
function checkEnd(
  turn: RecordedTurn,
  { error, status, asked, text, waiting }: Ending,
  { length }: { length: number },
): void {
  const said = `the turn “${toStart(turn.user)}” ended with: ${text.slice(-600)}`;
  assert.deepEqual({ error, status, asked }, { error: null, status: 'done', asked: false }, said);
  assert.equal(waiting.length > 0, turn.waits !== undefined, `Changes wait, and ${said}`);
  assert.equal(length, turn.steps.length, `${length} requests, and ${said}`);
}

interface Ending {
  error: string | null;
  status: string | null;
  asked: boolean;
  text: string;
  waiting: unknown[];
}

function checkSteps(turn: RecordedTurn, requests: readonly ModelRequestText[]): void {
  const { steps } = turn;
  for (const [index, step] of steps.entries()) {
    const request = requests[index];
    if (request === undefined) break;
    const place = `request ${index + 1} of “${toStart(turn.user)}”`;
    for (const wanted of step.sees ?? []) checkText(request.text, wanted, place);
    if (index > 0) checkResults(steps[index - 1]?.calls ?? [], request, place);
  }
}

/** The results stand in the order of the calls, and say that each was made, but where the recording says otherwise. */
function checkResults(
  calls: readonly RecordedCall[],
  { results }: ModelRequestText,
  place: string,
): void {
  const [called, answered] = [calls, results].map((all) => all.map(({ call }) => call));
  assert.deepEqual(answered, called, place);
  for (const [index, { call, fails, gets = [] }] of calls.entries()) {
    const text = results[index]?.text ?? '';
    const where = `the result of ${call} in ${place}`;
    // What the product tells about the draft stands behind the last result.
    const [own = ''] = text.split('\n\n[draft] ');
    assert.doesNotMatch(own, REFUSED, where);
    const isLost = PROBLEMS.test(own);
    assert.equal(isLost, fails !== undefined, `Problems of ${where}: ${toStart(own, 1_500)}`);
    for (const wanted of [gets, fails ?? []].flat()) checkText(text, wanted, where);
  }
}

function checkText(text: string, wanted: Wanted, place: string): void {
  const isIn = typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
  // The text may be a whole document.
  assert.ok(isIn, `${place} should hold ${String(wanted)}, not: ${toStart(text, 1_500)}`);
}

function toStart(text: string, length = 60): string {
  return text.slice(0, length);
}
