import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { checkSession } from './check-session.workerd.ts';
import { checkStores } from './check-stores.workerd.ts';
import './flat-wrappers.workerd.ts';
import { collectLines, findInLines } from './log-lines.workerd.ts';
import { FaultDice } from './fault-dice.workerd.ts';
import { Person, type Tally } from './person.workerd.ts';
import { Random } from './random.ts';
import { STEPS } from './steps.workerd.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      SOAK_SEED?: string;
      SOAK_SESSIONS?: string;
    }
  }
}

const MIN_STEPS = 5;
const MORE_STEPS = 8;
const MAX_TRIES = 60;

/** One session: it begins with a server, and goes on as the dice fall; steps that do not apply count for nothing. */
async function runSession(person: Person): Promise<void> {
  const [first] = STEPS;
  if (!first) throw new Error('There are steps.');
  const total = MIN_STEPS + person.random.below(MORE_STEPS);
  let done = 0;
  for (let tries = 0; done < total && tries < MAX_TRIES; tries += 1) {
    const [name, run] = tries === 0 ? first : person.random.pick(STEPS);
    person.begin(name);
    if (!(await run(person))) continue;
    person.end();
    done += 1;
  }
  await checkSession(person);
}

test('sessions with faults between their writes keep all that was acknowledged', async () => {
  const [seed, sessions] = [Number(env.SOAK_SEED), Number(env.SOAK_SESSIONS)];
  const random = new Random(seed);
  const dice = new FaultDice(random);
  const tally: Tally = { steps: new Map(), statuses: new Map(), violations: [] };
  const secrets: string[] = [];
  const log = collectLines();
  for (let number = 1; number <= sessions; number += 1) {
    const person = new Person(`session ${number}`, random, dice, tally);
    try {
      await runSession(person);
    } catch (error) {
      person.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    secrets.push(...person.secrets);
  }
  const stores = await checkStores(secrets);
  log.stop();
  const endless = dice.struck.endless.map((call) => `${call} is waited for without an end`);
  const told = findInLines(log.lines, secrets);
  const violations = [...tally.violations, ...endless, ...stores.violations, ...told];
  const result = {
    seed,
    sessions,
    steps: Object.fromEntries(tally.steps),
    statuses: Object.fromEntries(tally.statuses),
    faults: Object.fromEntries(dice.struck.faults),
    secrets: secrets.length,
    lines: log.lines.length,
    blobs: stores.blobs,
    swept: stores.swept,
    objects: stores.objects,
    violations,
  };
  await fetch('https://soak.invalid/result', { method: 'PUT', body: JSON.stringify(result) });
  expect(violations).toEqual([]);
});
