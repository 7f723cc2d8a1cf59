import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';

import { toolBreakages } from './tool-breakages.ts';
import { blueprintBreakages } from './blueprint-breakages.ts';
import { soundEvidence } from './sound-server.ts';

const GUIDE = readFileSync('docs/readiness.md', 'utf8');

/** A check of the guide: `- **`tools.some`** (5, blocks): title. _Why:_ … _Fix:_ … _Source:_ [name][link].` */
interface Entry {
  id: string;
  weight: number;
  isBlocking: boolean;
  title: string;
  parts: (string | undefined)[];
}

const entries = Array.from(
  GUIDE.replaceAll(/\n {2}(?=\S)/g, ' ').matchAll(
    /^- \*\*`([^`]+)`\*\* \((\d)(, blocks)?\): (.+?) _Why:_ (.+?) _Fix:_ (.+?) _Source:_ (.+)$/gm,
  ),
  ([, id = '', weight, blocks, title = '', ...parts]): Entry => {
    return { id, weight: Number(weight), isBlocking: blocks !== undefined, title, parts };
  },
);
const checks = judge({}).checks;

test('the guide explains every check, in the order of the report, and nothing else', () => {
  expect(entries.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
});

test('the guide has the titles and the weights of the checks', () => {
  expect(entries.map(({ id, title, weight }) => ({ id, title, weight }))).toEqual(
    checks.map(({ id, title, weight }) => ({ id, title: `${title}.`, weight })),
  );
});

test('the guide says which checks block', async () => {
  const sound = await soundEvidence();
  const vital = new Set(checks.filter(({ weight }) => weight === 5).map(({ id }) => id));
  const failing = [...blueprintBreakages, ...toolBreakages].filter(
    ([id, status]) => status === 'fail' && vital.has(id),
  );
  const blocking = failing.flatMap(([id, , change]) => {
    const evidence = structuredClone(sound);
    change(evidence);
    const check = judge(evidence).checks.find((each) => each.id === id);
    return check?.blocks === true ? [id] : [];
  });
  expect(entries.filter(({ isBlocking }) => isBlocking).map(({ id }) => id)).toEqual([
    ...new Set(blocking),
  ]);
});

test('each check has a source that leads somewhere', () => {
  const links = new Map(
    Array.from(GUIDE.matchAll(/^\[([\w-]+)\]: (\S+)$/gm), ([, name, target]) => [name, target]),
  );
  for (const { id, parts } of entries) {
    const source = parts.at(-1) ?? '';
    const names = Array.from(source.matchAll(/\]\[([\w-]+)\]/g), ([, name]) => name);
    expect([id, names.length > 0 || source.includes('](#')]).toEqual([id, true]);
    for (const name of names) {
      const target = links.get(name) ?? '';
      const isThere = target.startsWith('https://') || existsSync(`docs/${target}`);
      expect([id, name, target !== '' && isThere]).toEqual([id, name, true]);
    }
  }
});
