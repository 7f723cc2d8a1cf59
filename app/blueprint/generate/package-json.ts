import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject, parseJson, valueOf } from '#app/runtime/json.ts';

import { needsConnecting } from './connect-section.ts';
import { toSafeJson } from './safe-json.ts';
import { toPackageName, toPackageVersion } from './package-name.ts';

type Versions = Record<string, string>;

/** Versions in our own package.json, read at build time: an export installs the versions we test with. */
const [ours = {}] = Object.values(
  import.meta.glob<Versions>('../../../package.json', { import: 'dependencies', eager: true }),
);
const [oursForDevelopment = {}] = Object.values(
  import.meta.glob<Versions>('../../../package.json', { import: 'devDependencies', eager: true }),
);

const DEPENDENCIES = pick(ours, [
  '@cfworker/json-schema',
  '@hono/node-server',
  '@modelcontextprotocol/server',
  'hono',
]);
const DEV_DEPENDENCIES = pick(oursForDevelopment, ['@types/node', 'typescript']);

const ENGINES = { node: '>=20' };

const SCRIPTS = {
  build: 'tsc --project tsconfig.json && node dist/build-list.js',
  'build:tests': 'tsc --project tsconfig.test.json',
  mock: 'npm run --silent build:tests && node .test-build/tests/mock-upstream.js',
  start: 'node dist/http.js',
  'start:stdio': 'node dist/stdio.js',
  test: 'npm run --silent build:tests && node --test .test-build/tests/*.test.js',
  typecheck: 'tsc --project tsconfig.test.json --noEmit',
};

/** Connects APIs that a person has to sign in at; only in projects that call one. */
const CONNECT_SCRIPT = { connect: 'node dist/connect.js' };

/** Makes the project's `package.json`. */
export function toPackageJson({ identity, upstreams }: Blueprint): string {
  const name = toPackageName(identity.name);
  const description = identity.description ?? `MCP server ${identity.title ?? identity.name}`;
  const summary = {
    name,
    version: toPackageVersion(identity.version),
    private: true,
    // A lone surrogate is valid JSON, but the compiler rejects the whole file because of it.
    description: description.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'),
    license: 'MIT',
    type: 'module',
    bin: { [name]: './dist/stdio.js' },
    files: ['dist'],
    engines: ENGINES,
    scripts: needsConnecting(upstreams) ? { ...SCRIPTS, ...CONNECT_SCRIPT } : SCRIPTS,
    dependencies: DEPENDENCIES,
    devDependencies: DEV_DEPENDENCIES,
  };
  return `${toSafeJson(summary)}\n`;
}

/** Makes the project's `package-lock.json`: the template's, under the project's name. */
export function toPackageLock({ identity }: Blueprint, template: string): string {
  const name = toPackageName(identity.name);
  const version = toPackageVersion(identity.version);
  const lock = parseJson(template);
  if (!isJsonObject(lock)) throw new Error('The lock of the template is an object.');
  const root = {
    name,
    version,
    license: 'MIT',
    dependencies: DEPENDENCIES,
    bin: { [name]: 'dist/stdio.js' },
    devDependencies: DEV_DEPENDENCIES,
    engines: ENGINES,
  };
  const known = valueOf(lock, 'packages') ?? {};
  const packages = { ...(isJsonObject(known) ? known : {}), '': root };
  return `${JSON.stringify({ ...lock, name, version, packages }, null, 2)}\n`;
}

function pick(versions: Versions, names: string[]): Versions {
  return Object.fromEntries(
    names.map((name) => {
      const version = versions[name];
      if (version === undefined) throw new Error(`Our package.json has no version of ${name}.`);
      return [name, version];
    }),
  );
}
