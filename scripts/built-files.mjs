import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { buildKey, KEY_FILE } from './build-key.mjs';
import {
  buildVariant,
  emulatorHost,
  githubEmulatorHost,
  stripeEmulatorHost,
} from './emulator-host.mjs';
import { ROOT, runTool } from './toolchain.mjs';

const CLIENT = path.join(ROOT, 'build', 'client');
const SERVER = path.join(ROOT, 'build', 'server');
/** Folders and files beside the Worker that are not uploaded as its code. */
const NOT_UPLOADED = /\.(map|json)$|^\.|^assets\/.*\.(css|woff2?|svg|png)$/;

/**
 * `production` is deployed; `emulator` is for browser tests; `start` is served by `npm start`; `cli` is the
 * command line.
 */
const BUILDS = {
  production: {
    folder: 'build',
    built: 'server/wrangler.json',
    key: `server/${KEY_FILE}`,
    command: ['react-router', ['build']],
    env: { AUTH_EMULATOR: undefined },
    keyOf: () => buildKey('worker', buildVariant(null)),
  },
  emulator: {
    folder: 'build-emulator',
    built: 'server/wrangler.json',
    key: `server/${KEY_FILE}`,
    command: ['react-router', ['build']],
    env: { AUTH_EMULATOR: 'on' },
    keyOf: () => buildKey('worker', buildVariant('tests')),
  },
  start: {
    folder: 'build-start',
    built: 'server/wrangler.json',
    key: `server/${KEY_FILE}`,
    command: ['react-router', ['build']],
    env: { AUTH_EMULATOR: 'start' },
    keyOf: () => buildKey('worker', buildVariant('development')),
  },
  cli: {
    folder: 'build',
    built: 'cli.js',
    key: `cli/${KEY_FILE}`,
    command: ['vite', ['build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn']],
    env: {},
    keyOf: () => buildKey('cli'),
  },
};

/** Whether a build exists and matches the current sources. */
export function isBuildFresh(build = 'production') {
  const { folder, built, key, keyOf } = BUILDS[build];
  const file = path.join(ROOT, folder, key);
  if (!existsSync(file) || !existsSync(path.join(ROOT, folder, built))) return false;
  return JSON.parse(readFileSync(file, 'utf8')).key === keyOf();
}

/**
 * Builds unless the build is fresh; resolves with whether it exists.
 * @param options `show`: prints the build's output, otherwise only on failure
 */
export async function makeBuild(build = 'production', { show = true } = {}) {
  if (isBuildFresh(build)) return true;
  const { command, env } = BUILDS[build];
  const { code, output } = await runTool(...command, { show, env });
  if (code !== 0) console.error(output.trimEnd());
  return code === 0;
}

/**
 * Texts that only our own emulator code contains: acceptance of unsigned tokens, the list of allowed hosts,
 * the SDK's connection, and where emulators are. The Firebase SDK uses other words.
 */
const EMULATOR_MARKS = [
  'no token of the emulator',
  'a build for the emulator',
  'disableWarnings:!0',
  emulatorHost('development'),
  emulatorHost('tests'),
  stripeEmulatorHost('development'),
  githubEmulatorHost('development'),
];

/**
 * Finds emulator code in a build.
 * @returns {string[]} `file: mark`, files relative to the project; none in a production build
 */
export function findEmulatorMarks(build) {
  const folder = path.join(ROOT, BUILDS[build].folder);
  const scripts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return scripts.flatMap((script) => {
    const text = readFileSync(script, 'utf8');
    const found = EMULATOR_MARKS.filter((mark) => text.includes(mark));
    return found.map((mark) => `${path.relative(ROOT, script)}: ${mark}`);
  });
}

/** The built manifest of routes: the module of each, and its imports. */
function readManifest() {
  const folder = path.join(CLIENT, 'assets');
  const name = readdirSync(folder).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error('build/client has no manifest: run npm run build first');
  const text = readFileSync(path.join(folder, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, ''));
}

/** A route and its parents, as React Router matches the path. */
function matchedRoutes({ routes }, address) {
  const wanted = address.replace(/^\//, '');
  const route = Object.values(routes).find(
    ({ path: own = '', index, id }) => id !== 'root' && own === wanted && (wanted || index),
  );
  if (!route) throw new Error(`no built route matches ${address}`);
  return withParents({ routes }, route);
}

function withParents({ routes }, route) {
  const chain = [];
  for (let each = route; each; each = routes[each.parentId]) chain.push(each);
  return chain;
}

/** The modules of parts of the manifest and their static imports, each once. */
function scriptsOf(parts) {
  const urls = parts.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return [...new Set(urls)].map((url) => path.join('build', 'client', url));
}

/**
 * JavaScript files that a page loads before it is usable: the entry, its routes, and their static imports.
 * @param {string} address a path of app/routes.ts
 * @returns {string[]} relative to the project
 */
export function initialScripts(address) {
  const manifest = readManifest();
  return scriptsOf([manifest.entry, ...matchedRoutes(manifest, address)]);
}

/**
 * JavaScript files that each route loads before it is usable, on top of those that every page loads.
 * @returns {{address: string, files: string[]}[]} relative to the project; none without scripts of its own
 */
export function scriptsOfRoutes() {
  const manifest = readManifest();
  const shell = new Set(scriptsOf([manifest.entry, manifest.routes.root]));
  const routes = Object.values(manifest.routes).filter(({ id }) => id !== 'root');
  return routes.map((route) => {
    const files = scriptsOf(withParents(manifest, route)).filter((file) => !shell.has(file));
    return { address: addressOf(manifest, route), files };
  });
}

/** The pattern of a route, its parents' included. */
function addressOf(manifest, route) {
  const parts = withParents(manifest, route).map(({ path: own }) => own ?? '');
  return `/${parts.toReversed().filter(Boolean).join('/')}`;
}

/** Static imports of a built script; not `import()`. */
const STATIC_IMPORT = /(?:^|[;}])import(?:[\w*{}\s,$]+from)?\s*["']\.\/([^"']+\.js)["']/g;

/** Files and all their static imports, each once. */
function withImports(files) {
  const known = new Set();
  const take = (file) => {
    if (known.has(file)) return;
    known.add(file);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, name] of text.matchAll(STATIC_IMPORT)) take(path.join(path.dirname(file), name));
  };
  for (const file of files) take(file);
  return [...known];
}

/**
 * JavaScript files that a page loads in addition to another one: its own, and chunks that it requests at
 * once, with their imports.
 * @param {string} address a path of app/routes.ts
 * @param {string} base the page whose files are not counted
 * @param {string[]} chunks names of modules that the page always loads lazily
 * @returns {string[]} relative to the project
 */
export function scriptsBeyond(address, base, chunks) {
  const lazy = chunks.flatMap((name) => {
    const files = lazyChunk(name);
    if (files.length === 0) throw new Error(`the build has no chunk ${name}`);
    return files;
  });
  const counted = new Set(withImports(initialScripts(base)));
  return withImports([...initialScripts(address), ...lazy]).filter((file) => !counted.has(file));
}

/**
 * The lazily loaded chunk of a module.
 * @param {string} name of the module, without its extension
 * @returns {string[]} relative to the project; empty if there is none
 */
export function lazyChunk(name) {
  const folder = path.join('build', 'client', 'assets');
  return readdirSync(path.join(ROOT, folder))
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map((file) => path.join(folder, file));
}

/** @returns {string[]} files of the built Worker that Cloudflare counts, relative to the project */
export function workerModules() {
  return readdirSync(SERVER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(SERVER, path.join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_UPLOADED.test(file))
    .map((file) => path.join('build', 'server', file));
}
