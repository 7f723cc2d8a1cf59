// The documents that whole-process measurements use, as files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { ROOT } from '../../scripts/toolchain.mjs';

const SPECS = path.join(ROOT, 'tests', 'specs');
const CORPUS = path.join(ROOT, 'tests', 'corpus', 'documents');
const UNPACKED = path.join(ROOT, '.cache', 'bench');

/** GitHub's, of the package that GitHub publishes it in. */
const GITHUB = path.join(
  ROOT,
  'tests/corpus/packages/node_modules/@octokit/openapi/generated/api.github.com.json',
);

const SMALL = ['petstore-3.0.json', 'petstore-2.0.yaml', 'rclone-3.1.yaml', 'asana-3.0.json'];
const PACKED = ['kubernetes-2.0.json', 'discord-3.1.json', 'docker-engine-2.0.yaml'];

/** @returns {{name: string, file: string, bytes: number}[]} from small to large */
export function benchDocuments() {
  const documents = [
    ...SMALL.map((name) => ({ name, file: path.join(SPECS, name) })),
    ...PACKED.map((name) => ({ name, file: unpack(name) })),
    { name: 'github-3.0.json', file: GITHUB },
  ];
  return documents
    .map((document) => ({ ...document, bytes: readFileSync(document.file).length }))
    .toSorted((a, b) => a.bytes - b.bytes);
}

function unpack(name) {
  const file = path.join(UNPACKED, name);
  if (existsSync(file)) return file;
  mkdirSync(UNPACKED, { recursive: true });
  writeFileSync(file, gunzipSync(readFileSync(path.join(CORPUS, `${name}.gz`))));
  return file;
}
