import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { toZip } from '#app/blueprint/generate/zip.ts';

import { ARCHIVE_NAMES } from '../security/archive-names.ts';
import { libraryBlueprint } from './library-blueprint.ts';

test('the archive holds each file in a folder named after the server', () => {
  const files = generate(libraryBlueprint);
  const entries = unzipSync(toZip(libraryBlueprint.identity.name, files));
  const unpacked = Object.entries(entries).map(([path, bytes]) => ({
    path,
    text: strFromU8(bytes),
  }));
  expect(unpacked).toEqual(files.map(({ path, text }) => ({ path: `town-library/${path}`, text })));
});

test.each(ARCHIVE_NAMES)('a server called %j stays in the folder it is unpacked in', (name) => {
  const [path = '', ...more] = Object.keys(unzipSync(toZip(name, [{ path: 'a', text: '' }])));
  expect(more).toEqual([]);
  expect(path).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\/a$/);
  expect(path).not.toMatch(/^node_modules\//);
});

test('the archive has the same bytes in every time zone', () => {
  const files = generate(libraryBlueprint);
  const zone = process.env.TZ;
  try {
    const [first, second] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((name) => {
      process.env.TZ = name;
      return toZip('library', files);
    });
    expect(first).toEqual(second);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
