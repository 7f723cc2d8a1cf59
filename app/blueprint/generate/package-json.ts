import type { Blueprint } from '#app/blueprint/blueprint.ts';

import ours from '../../../package.json' with { type: 'json' };
import { toSafeJson } from './escape-text.ts';
import { toPackageName, toPackageVersion } from './package-name.ts';

/** Our own versions, so that an export installs what we test with. */
const DEPENDENCIES = {
  '@cfworker/json-schema': ours.dependencies['@cfworker/json-schema'],
  '@modelcontextprotocol/server': ours.dependencies['@modelcontextprotocol/server'],
};

const DEV_DEPENDENCIES = {
  '@types/node': ours.devDependencies['@types/node'],
  typescript: ours.devDependencies.typescript,
};

const ENGINES = { node: '>=20' };

const SCRIPTS = {
  build: 'tsc --project tsconfig.json',
  'build:tests': 'tsc --project tsconfig.test.json',
  mock: 'npm run --silent build:tests && node .test-build/tests/mock-upstream.js',
  start: 'node dist/http.js',
  'start:stdio': 'node dist/stdio.js',
  test: 'npm run --silent build:tests && node --test .test-build/tests/*.test.js',
  typecheck: 'tsc --project tsconfig.test.json --noEmit',
};

/** The project's `package.json`. */
export function toPackageJson({ identity }: Blueprint): string {
  const name = toPackageName(identity.name);
  const summary = {
    name,
    version: toPackageVersion(identity.version),
    private: true,
    description: identity.description ?? `MCP server ${identity.title ?? identity.name}`,
    license: 'MIT',
    type: 'module',
    bin: { [name]: './dist/stdio.js' },
    files: ['dist'],
    engines: ENGINES,
    scripts: SCRIPTS,
    dependencies: DEPENDENCIES,
    devDependencies: DEV_DEPENDENCIES,
  };
  return `${toSafeJson(summary)}\n`;
}

/** The project's `package-lock.json`: the template's, under the project's name. */
export function toPackageLock({ identity }: Blueprint, template: string): string {
  const name = toPackageName(identity.name);
  const version = toPackageVersion(identity.version);
  const lock: { packages: Record<string, object> } = JSON.parse(template);
  const root = {
    name,
    version,
    license: 'MIT',
    dependencies: DEPENDENCIES,
    bin: { [name]: 'dist/stdio.js' },
    devDependencies: DEV_DEPENDENCIES,
    engines: ENGINES,
  };
  const packages = { ...lock.packages, '': root };
  return `${JSON.stringify({ ...lock, name, version, packages }, null, 2)}\n`;
}
