import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { judge } from '../../requests/judge.mjs';
import { readSources } from '../../setup/source-files.ts';
import { Talk } from './talk.ts';

/** What a conversation takes at most: a look at the draft, imports, edits, and a question. */
const MOST_STEPS = 8;
const SHARE_IN_ALL = 0.9;
const SHARE_IN_CATEGORY = 0.8;
/** Hosts that no API of the set owns, and those of the product's own templates and tools. */
const RESERVED = /^(localhost|127\.|10\.|192\.168\.|(www\.)?example\.(com|org|net)$)/;

interface Conversation {
  id: string;
  category: string;
  turns: { user: string; expect: unknown[] }[];
}

interface HeldConversation extends Conversation {
  isGood: boolean;
  steps: number;
}

const CASES = JSON.parse(readFileSync('tests/requests/cases.json', 'utf8')) as Conversation[];

/** Hosts made of words that mean something to the builder. */
const ODD_HOSTS = [
  'rest.list-api.test',
  'fetch.client.example.dev',
  'get.users.io',
  'delete.me.example.net',
  'v2.limit.cloud',
  'my-tool.server.co',
  'header.query.app',
  'only.test.de',
];

/** The conversation with every host replaced, in what is said and in what is expected of it. */
function onOtherHosts(conversation: Conversation): Conversation {
  const text = JSON.stringify(conversation);
  const hosts = new Set(
    [...text.matchAll(/https?:\/\/([a-z0-9][\w.-]*\.[a-z]{2,})/gi)].map(([, host = '']) => host),
  );
  const swapped = [...hosts]
    .map((host, at) => ({ host, other: ODD_HOSTS[at % ODD_HOSTS.length] ?? host }))
    // A host may end like another one.
    .toSorted((one, two) => two.host.length - one.host.length)
    .reduce((all, { host, other }) => {
      const escape = (name: string) => name.replaceAll('.', String.raw`\\.`);
      return all.replaceAll(host, other).replaceAll(escape(host), escape(other));
    }, text);
  return JSON.parse(swapped) as Conversation;
}

/** The conversation with each message written another way. */
const written = (write: (text: string) => string) => (conversation: Conversation) => ({
  ...conversation,
  turns: conversation.turns.map((turn) => ({ ...turn, user: write(turn.user) })),
});
const eachLine = (text: string, before: string) => text.replace(/^/gm, before);

/** Words of requests whose letters are often typed in the wrong order. */
const MISTYPED =
  /(?<![\w/{.`"'-])(?:build|server|endpoints?|should|required|optional|remove|rename|default|returns?|please|maximum|delete|change|without|argument|header|query|address)(?![\w/}.`"'=:-])/;

/** The text with its first such word mistyped; code and documents are pasted, not typed. */
function mistype(text: string): string {
  if (/```|curl|\{"|^\s*[{<|]|^openapi|^swagger|\{ \}/m.test(text)) return text;
  return text.replace(MISTYPED, (word) => {
    const at = Math.floor(word.length / 2);
    return `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`;
  });
}

const VARIANTS: Record<string, (conversation: Conversation) => Conversation> = {
  'another host': onOtherHosts,
  'a quoted mail': written((text) => eachLine(text, '> ')),
  indentation: written((text) => eachLine(text, '    ')),
  'the line ends of Windows': written((text) => text.replaceAll('\n', '\r\n')),
  'a greeting': written((text) => `pls: ${text}`),
  'letters in each other’s place': written(mistype),
};

async function hold(conversation: Conversation): Promise<HeldConversation> {
  const talk = new Talk();
  let before: Blueprint | null = null;
  const reasons: unknown[] = [];
  const steps: number[] = [];
  for (const turn of conversation.turns) {
    const held = await talk.say(turn.user);
    const text = held.said.replace(/[\u2018\u2019]/g, "'");
    const { blueprint, asked } = held;
    if (!text.trim()) reasons.push('no answer');
    const context = { blueprint, before, answer: { text, asked } };
    reasons.push(...turn.expect.map((predicate) => judge(predicate, context)));
    before = blueprint;
    steps.push(held.steps);
  }
  const isGood = reasons.every((reason) => reason === null);
  return { ...conversation, isGood, steps: Math.max(...steps) };
}

/** Which conversations of each category do not count, where too many do not. */
function findShortfalls(held: HeldConversation[], least: number): Record<string, string[]> {
  const failed = held.filter(({ isGood }) => !isGood).map(({ id }) => id);
  return failed.length > held.length * (1 - least) ? { [held[0]?.category ?? '']: failed } : {};
}

describe('the open set', () => {
  const held: HeldConversation[] = [];

  beforeAll(async () => {
    for (const conversation of CASES) held.push(await hold(conversation));
  }, 180_000);

  test('nine conversations in ten are served', () => {
    expect(findShortfalls(held, SHARE_IN_ALL)).toEqual({});
  });

  test.each([...new Set(CASES.map(({ category }) => category))])('four in five of %s', (name) => {
    const some = held.filter(({ category }) => category === name);
    expect(findShortfalls(some, SHARE_IN_CATEGORY)).toEqual({});
  });

  test.each(Object.entries(VARIANTS))(
    '%s makes no difference',
    async (_what, change) => {
      const others: HeldConversation[] = [];
      for (const conversation of CASES) others.push(await hold(change(conversation)));
      const bad = (all: HeldConversation[]) =>
        all.filter(({ isGood }) => !isGood).map(({ id }) => id);
      expect(bad(others)).toEqual(bad(held));
    },
    180_000,
  );

  test('a message takes a few steps', () => {
    expect(held.filter(({ steps }) => steps > MOST_STEPS).map(({ id }) => id)).toEqual([]);
  });
});

describe('the product', () => {
  const said = CASES.flatMap(({ turns }) => turns.map(({ user }) => user)).join('\n');
  const sources = readSources('app').map(({ path, text }) => ({ path, text: text.toLowerCase() }));
  const files = (needle: string) =>
    sources.filter(({ text }) => text.includes(needle)).map(({ path }) => `${path}: ${needle}`);

  test('contains no host of the set', () => {
    const hosts = [...said.matchAll(/https?:\/\/(?:[^\s/@]*@)?([a-z0-9.-]+\.[a-z]{2,})/gi)].map(
      ([, host = '']) => host.toLowerCase(),
    );
    const own = [...new Set(hosts)].filter((host) => !RESERVED.test(host));
    expect(own.length).toBeGreaterThan(80);
    expect(own.flatMap(files)).toEqual([]);
  });

  test('contains no path of the set', () => {
    const paths = [...said.matchAll(/(?<![\w<])\/[a-z][\w-]+(?:\/[\w:{}<>[\]-]+)+/gi)]
      .map(([path]) => path.toLowerCase())
      .filter((path) => path.length >= 12);
    const own = [...new Set(paths)];
    expect(own.length).toBeGreaterThan(80);
    expect(own.flatMap(files)).toEqual([]);
  });

  test('contains no conversation of the set', () => {
    expect(CASES.map(({ id }) => `'${id}'`).flatMap(files)).toEqual([]);
  });
});
