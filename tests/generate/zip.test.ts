import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { toZip } from '#app/blueprint/generate/zip.ts';

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

test('a server called .. cannot leave the folder it is unpacked in', () => {
  expect(Object.keys(unzipSync(toZip('..', [{ path: 'a', text: '' }])))).toEqual(['mcp-server/a']);
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
