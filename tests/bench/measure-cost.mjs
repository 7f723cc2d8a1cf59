// The tokens that a model reads in recorded conversations, and how many of them its provider has read
// before: a scripted model makes the calls, through the real turns and tools.
import { findFaults, holdTalk, sharedPrefix, toWire } from '../chat/hold-talk.ts';
import { TALKS } from './recorded-talks.mjs';
import { table } from './timing.mjs';

const CHARACTERS_PER_TOKEN = 3.5;
/** Of a cached token, the price of a new one being 1 (app/builder/models/model-price.ts). */
const CACHED_PRICE = 0.1;
const toTokens = (characters) => Math.round(characters / CHARACTERS_PER_TOKEN);
const k = (tokens) => `${(tokens / 1_000).toFixed(1)}k`;

export async function measureCost() {
  const rows = [];
  const lists = [];
  for (const { name, before, goal, turns } of TALKS) {
    const { requests } = await holdTalk(turns, REPORTS);
    const faults = requests.flatMap(({ prompt }) => findFaults(prompt));
    if (faults.length > 0) throw new Error(`${name}: ${faults[0]}`);
    const wires = requests.map(toWire);
    const sizes = wires.map(({ length }) => length);
    const shared = wires.map((wire, at) => (at === 0 ? 0 : sharedPrefix(wires[at - 1], wire)));
    const sum = (all) => all.reduce((one, other) => one + other, 0);
    const total = sum(sizes);
    const fresh = total - sum(shared);
    rows.push([
      name,
      `${turns.length}/${requests.length}`,
      k(toTokens(total)),
      goal === undefined ? '-' : k(goal),
      before === undefined ? '-' : k(before),
      k(toTokens(Math.max(...sizes))),
      `${Math.round((sum(shared) / total) * 100)} %`,
      k(toTokens(fresh)),
      k(toTokens(fresh + sum(shared) * CACHED_PRICE)),
    ]);
    const each = sizes.map(
      (size, at) => `${k(toTokens(size))} (${Math.round((shared[at] / size) * 100)} %)`,
    );
    lists.push(`- ${name}: ${each.join(', ')}`);
  }
  const head = [
    'conversation',
    'turns/requests',
    'input',
    'to reach',
    'before',
    'largest',
    'to cache',
    'new',
    'paid for',
  ];
  return `Conversations in the shape of recorded ones, with a scripted model: tools, system prompt and messages as they are handed to a provider, at ${CHARACTERS_PER_TOKEN} characters a token. To reach: half of what was recorded with the tools of that time, and 60k for the curation with today's. Before: the same count before earlier turns were folded, when a document was read whole and written once more to be imported. To cache: the share that is, letter by letter, the same as the beginning of the request before; to reach: 80 %. Paid for: new tokens, and cached ones at a tenth.

${table(head, rows)}

Request by request, with the share that is the same:

${lists.join('\n')}`;
}

/** A mock that answers, and files that can be read. */
const REPORTS = {
  ports: {
    runTool: () => Promise.resolve({ content: [{ type: 'text', text: ANSWER }] }),
    readFile: () => Promise.resolve(ANSWER.repeat(10)),
  },
};

const ANSWER = JSON.stringify({ id: '7', name: 'A thing', total: 12, notes: 'words '.repeat(80) });
