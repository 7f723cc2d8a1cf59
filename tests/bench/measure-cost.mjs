// The tokens that a model reads in recorded conversations, and how many of them its provider has read before.
// A scripted model plays its part over HTTP against the built Worker; a call that is refused ends the
// measurement, for it would cost nothing.
import { createRequire } from 'node:module';

import { makeBuild } from '../../scripts/built-files.mjs';
import { equalPrefix } from '../chat/equal-prefix.ts';
import { startBuiltWorker } from '../setup/built-worker.ts';
import { replayConversation } from '../setup/replay-conversation.ts';
import { CONVERSATIONS } from './recorded-conversations.mjs';
import { table } from './timing.mjs';

/** Of a cached token, the price of a new one being 1 (app/builder/models/model-price.ts). */
const CACHED_PRICE = 0.1;

/** Of the packages in peers/. */
const TOKENIZER = 'gpt-tokenizer/encoding/o200k_base';
const k = (tokens) => `${(tokens / 1_000).toFixed(1)}k`;
const percent = (share) => `${Math.round(share * 100)} %`;
const sum = (all) => all.reduce((one, other) => one + other, 0);

export async function measureCost() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const { countTokens } = createRequire(new URL('peers/package.json', import.meta.url))(TOKENIZER);
  const worker = await startBuiltWorker();
  const measured = [];
  try {
    for (const conversation of CONVERSATIONS) {
      const { requests } = await replayConversation(worker.url, conversation.turns);
      measured.push({ ...conversation, wires: requests.map(toWire) });
    }
  } finally {
    await worker.close();
  }
  const counted = measured.map((each, at) =>
    count(each, measured.at(at - 1).wires[0], countTokens),
  );
  return describe(counted);
}

/** A request as one text: what a provider that caches prefixes compares. */
function toWire({ whole }) {
  const { tools, messages } = JSON.parse(whole);
  return [JSON.stringify(tools), ...messages.map(toText)].join('\n');
}

function toText({ role, content, tool_calls: calls = [] }) {
  const texts = typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text);
  const named = calls.map(({ function: { name, arguments: input } }) => `${name} ${input}`);
  return [role, ...texts, ...named].join('\n');
}

/** @param other the first request of another chat, which the provider has just read */
function count({ wires, turns, ...about }, other, countTokens) {
  const sizes = wires.map((wire) => countTokens(wire));
  const shared = wires.map((wire, at) => {
    const before = wires[at - 1];
    return before === undefined ? 0 : countTokens(wire.slice(0, equalPrefix(before, wire)));
  });
  const first = wires[0] ?? '';
  const ofAnother = countTokens(first.slice(0, equalPrefix(other, first)));
  const input = sum(sizes);
  return { ...about, turns: turns.length, sizes, shared, input, cached: sum(shared), ofAnother };
}

function describe(counted) {
  const head = [
    'conversation',
    'requests (then)',
    'input',
    'then',
    'of it',
    'largest',
    'to cache',
    'with other chats',
    'new',
    'paid for',
  ];
  const compared = counted.filter(({ tokens }) => tokens !== null);
  const total = {
    name: `all ${compared.length} that were recorded`,
    requests: sum(compared.map(({ requests }) => requests)),
    tokens: sum(compared.map(({ tokens }) => tokens)),
    sizes: compared.flatMap(({ sizes }) => sizes),
    ...Object.fromEntries(
      ['input', 'cached', 'ofAnother'].map((key) => [key, sum(compared.map((each) => each[key]))]),
    ),
  };
  const lists = counted.map(
    ({ name, sizes, shared }) =>
      `- ${name}: ${sizes.map((size, at) => `${k(size)} (${percent(shared[at] / size)})`).join(', ')}`,
  );
  return `Recorded conversations of tests/requests/recordings, replayed over HTTP against the built Worker: tools, system prompt and messages as a provider gets them, counted with the tokenizer o200k, as those of then were. Then: what a strong model took with the tools of that time; to reach: half of it (50 %), and 60k for a large curation (best-ten: 108 operations to ten; curated: 452 to ten, with one of code and one that is approved). To cache: the share that is, letter by letter, the same as the beginning of the request before; to reach: 80 %. With other chats: where another chat was held with the same key shortly before, the first request finds tools and rules in the cache, too. New and paid for: without other chats; a cached token is paid for with a tenth.

${table(head, [...counted, total].map(toRow))}

Request by request, with the share that is the same:

${lists.join('\n')}`;
}

function toRow({ name, requests, tokens, sizes, input, cached, ofAnother }) {
  const fresh = input - cached;
  return [
    name,
    requests === null ? `${sizes.length}` : `${sizes.length} (${requests})`,
    k(input),
    tokens === null ? '-' : `${tokens}k`,
    tokens === null ? '-' : percent(input / 1_000 / tokens),
    k(Math.max(...sizes)),
    percent(cached / input),
    percent((cached + ofAnother) / input),
    k(fresh),
    k(fresh + cached * CACHED_PRICE),
  ];
}
