import { afterAll, expect, test } from 'vitest';

/** Longer than any answer may take; what takes longer has no end. */
const PATIENCE_MS = 30_000;
/** As it is before any fault shortens waits. */
const { setTimeout } = globalThis;

function hasNoEnd(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('This has no end.')), PATIENCE_MS);
  });
}

/** One fault: where it strikes, what goes wrong, and whether everything holds. */
export interface Fault {
  where: string;
  name: string;
  /** Brings the fault about and throws where something does not hold. */
  run: () => Promise<void>;
}

/** A row of the table: a world, what is done in it while something goes wrong, and what must hold then. */
export interface FaultRow<World, Outcome> {
  where: string;
  name: string;
  open: () => Promise<World>;
  /** Brings the fault about; returns what takes it away. */
  inject: (world: World) => (() => void) | Promise<() => void>;
  do: (world: World) => Promise<Outcome>;
  invariant: (world: World, outcome: Outcome) => Promise<void>;
}

/** A row without its types, so that rows of all kinds stand in one list. */
export function fault<World, Outcome>(row: FaultRow<World, Outcome>): Fault {
  return {
    where: row.where,
    name: row.name,
    async run() {
      const world = await row.open();
      const remove = await row.inject(world);
      const outcome = await Promise.race([row.do(world), hasNoEnd()]).finally(remove);
      await row.invariant(world, outcome);
    },
  };
}

/** Runs a table of faults, one test for each, and counts at its end what was survived. */
export function runFaults(faults: readonly Fault[]): void {
  const lost = new Map(faults.map((each) => [each, true]));
  test.for(faults.map((each) => [`${each.where}: ${each.name}`, each] as const))(
    '%s',
    async ([, each]) => {
      expect.hasAssertions();
      await each.run();
      lost.set(each, false);
    },
  );
  test('no two faults have one name', () => {
    const names = faults.map(({ where, name }) => `${where}: ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
  afterAll(() => {
    const count = [...lost.values()].filter(Boolean).length;
    console.info(`${faults.length} faults: ${faults.length - count} survived, ${count} lost`);
  });
}

/** What somebody was answered, read to its end. */
export interface Told {
  status: number;
  headers: Headers;
  text: string;
}

/** Reads an answer to its end; a stream that breaks off ends with the reason. */
export async function read(answer: Response): Promise<Told> {
  const { status, headers } = answer;
  const text = await answer.text().catch((error: unknown) => `broken off: ${String(error)}`);
  return { status, headers, text };
}

/** That somebody was told the truth: that it is done, or that it is not, and when to ask again. */
export function expectTruth({ status, headers, text }: Told, allowed: number[] = [503]): void {
  if (status < 400) return;
  expect(allowed, text).toContain(status);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(JSON.parse(text)).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.stringMatching(/\w{3}.*\./),
    requestId: headers.get('x-request-id'),
  });
  if (status === 503 || status === 429) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
}
