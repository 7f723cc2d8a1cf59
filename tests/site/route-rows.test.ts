import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';

import siteMap from '../../app/routes.ts';
import { ROUTE_ROWS, SCREENLESS_ROUTES } from '../browser/setup/routes/route-rows.ts';

const PICTURES = 'tests/browser/pictures';
const MAX_BYTES = 10 * 1_048_576;

const toPaths = ({ index, path: own, children = [] }: RouteConfigEntry): string[] => [
  ...(own === undefined ? [] : [own]),
  ...(index === true && own === undefined && children.length === 0 ? ['/'] : []),
  // The first tab of a screen has no path of its own.
  ...children.flatMap(toPaths).filter((each) => each !== '/'),
];

const lacking = (known: ReadonlySet<string>, wanted: Iterable<string>) =>
  [...wanted].filter((each) => !known.has(each));

test('every route of the site map is looked at, or has no screen', () => {
  const listed = new Set([...ROUTE_ROWS, ...SCREENLESS_ROUTES].map(({ route }) => route));
  const wanted = new Set(siteMap.flatMap(toPaths));
  expect(wanted).toContain('/');
  expect(lacking(listed, wanted), 'routes without a row').toEqual([]);
  expect(lacking(wanted, listed), 'rows without a route').toEqual([]);
});

test('no picture is left over, and all of them are small', () => {
  const wanted = ROUTE_ROWS.flatMap(({ name }) =>
    ['1280-light', '1280-dark', '360-light', '360-dark'].map((end) => `${name}-${end}.png`),
  );
  expect(new Set(wanted).size).toBe(wanted.length);
  // One that is missing fails the spec that takes it.
  const files = readdirSync(PICTURES);
  expect(lacking(new Set(wanted), files), 'left over').toEqual([]);
  const bytes = files.map((file) => statSync(path.join(PICTURES, file)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MAX_BYTES);
});
