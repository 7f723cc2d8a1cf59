import { readFileSync } from 'node:fs';

const LANES = Number(process.env.CONCURRENCY ?? 2);

/** How long a turn may take: TURN_SECONDS, or so many seconds. */
export const turnMilliseconds = (usualSeconds) =>
  1000 * Number(process.env.TURN_SECONDS ?? usualSeconds);

/** The conversations of a file beside this one. */
export function readCases(file) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** The conversations of these ids or categories; all where null. */
export function chooseCases(cases, chosen) {
  return cases.filter(
    ({ id, category }) => chosen === null || chosen.includes(id) || chosen.includes(category),
  );
}

/**
 * Holds conversations, several at once, and gives them in their own order with what came of them.
 * @param hold gives `{ held }`, the outcome of `holdConversation`, and what else is to be known of it; null: the
 *   conversation is left out
 */
export async function holdAll(cases, hold) {
  const queue = [...cases];
  const held = new Map();
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) held.set(next, await hold(next));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return cases
    .filter((each) => held.get(each) !== null)
    .map((each) => ({ ...each, ...held.get(each) }));
}

const counts = ({ reasons }) => reasons.length === 0;

export const isGood = ({ held }) => held.every(counts);

/** How many conversations and how many of their turns count. */
export function countGood(some) {
  const turns = some.flatMap(({ held }) => held);
  const good = some.filter(isGood).length;
  return {
    turns: `${turns.filter(counts).length} of ${turns.length}`,
    conversations: `${good} of ${some.length}`,
    share: some.length === 0 ? 1 : good / some.length,
  };
}

/** Prints which conversations do not count; with a line for each reason where `isVerbose`. */
export function printReasons(some, isVerbose) {
  for (const each of some.filter((one) => !isGood(one))) {
    if (!isVerbose) console.log(`failed: ${each.id}`);
    for (const [at, { reasons }] of each.held.entries()) {
      if (isVerbose) {
        for (const reason of reasons) console.log(`${each.id} turn ${at + 1}: ${reason}`);
      }
    }
  }
}
