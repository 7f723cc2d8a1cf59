import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { listFiles, readSources, type SourceFile } from './setup/source-files.ts';

const sources = readSources('app', 'workers');
const tests = readSources('tests');

/**
 * The floors that the rooms are on, from the ground up: a room imports, types included, only from the rooms
 * that its line names. A new edge is a decision: add it here with the change that needs it.
 */
const EDGES: Record<string, readonly string[]> = {
  platform: [],
  runtime: [],
  'mcp-client': ['platform', 'runtime'],
  ui: ['platform'],
  controls: ['platform', 'ui'],
  secrets: ['platform'],
  templates: ['platform', 'runtime'],
  blueprint: ['platform', 'runtime'],
  evals: ['platform', 'runtime'],
  extraction: ['blueprint', 'runtime'],
  sandbox: ['blueprint', 'platform', 'runtime'],
  analytics: ['platform', 'ui'],
  auth: ['analytics', 'controls', 'platform', 'ui'],
  'api-client': ['auth', 'platform', 'ui'],
  billing: ['api-client', 'auth', 'platform', 'ui'],
  site: ['analytics', 'auth', 'billing', 'platform', 'ui'],
  reading: ['ui'],
  blog: ['platform', 'reading', 'site', 'ui'],
  docs: ['reading', 'site', 'ui'],
  drafts: [
    'api-client',
    'auth',
    'blueprint',
    'controls',
    'platform',
    'runtime',
    'sandbox',
    'secrets',
    'templates',
  ],
  projects: [
    'api-client',
    'auth',
    'billing',
    'blueprint',
    'controls',
    'drafts',
    'platform',
    'secrets',
  ],
  oauth: ['api-client', 'auth', 'blueprint', 'drafts', 'platform', 'projects', 'ui'],
  'api-keys': ['api-client', 'auth', 'oauth', 'platform', 'projects', 'ui'],
  teams: ['api-client', 'api-keys', 'auth', 'billing', 'platform', 'projects', 'secrets', 'ui'],
  hosting: [
    'api-client',
    'api-keys',
    'auth',
    'billing',
    'blueprint',
    'controls',
    'drafts',
    'oauth',
    'platform',
    'projects',
    'runtime',
    'sandbox',
    'secrets',
  ],
  management: [
    'api-keys',
    'auth',
    'billing',
    'blueprint',
    'controls',
    'drafts',
    'hosting',
    'platform',
    'projects',
    'runtime',
    'secrets',
    'ui',
  ],
  builder: [
    'api-client',
    'auth',
    'billing',
    'blueprint',
    'drafts',
    'evals',
    'extraction',
    'platform',
    'runtime',
    'sandbox',
    'templates',
    'ui',
  ],
  cli: ['blueprint', 'builder', 'evals', 'mcp-client', 'platform', 'runtime'],
  account: ['analytics', 'api-client', 'auth', 'billing', 'builder', 'hosting', 'platform', 'ui'],
  chat: [
    'api-client',
    'auth',
    'billing',
    'blueprint',
    'builder',
    'controls',
    'drafts',
    'hosting',
    'platform',
    'runtime',
    'sandbox',
    'templates',
    'ui',
  ],
  github: [
    'api-client',
    'auth',
    'blueprint',
    'builder',
    'chat',
    'controls',
    'drafts',
    'hosting',
    'platform',
    'projects',
    'runtime',
    'sandbox',
    'ui',
  ],
  health: ['auth', 'billing', 'controls', 'github', 'hosting', 'platform', 'sandbox'],
  'builder-endpoint': [
    'auth',
    'blueprint',
    'builder',
    'chat',
    'controls',
    'drafts',
    'hosting',
    'management',
    'oauth',
    'platform',
    'projects',
    'runtime',
    'templates',
  ],
  usage: ['auth', 'billing', 'chat', 'hosting', 'platform', 'projects', 'teams'],
  autopilot: ['api-client', 'builder', 'chat', 'drafts', 'platform', 'ui'],
  palette: ['api-client', 'auth', 'chat', 'platform', 'ui'],
  lab: ['api-client', 'auth', 'billing', 'builder', 'chat', 'drafts', 'platform', 'runtime', 'ui'],
  'schema-form': ['blueprint', 'platform', 'runtime', 'ui'],
  tester: [
    'api-client',
    'auth',
    'blueprint',
    'builder',
    'chat',
    'drafts',
    'evals',
    'mcp-client',
    'platform',
    'projects',
    'runtime',
    'schema-form',
    'ui',
  ],
  workbench: [
    'api-client',
    'auth',
    'blueprint',
    'chat',
    'drafts',
    'palette',
    'platform',
    'projects',
    'runtime',
    'schema-form',
    'tester',
    'ui',
  ],
  dashboard: [
    'api-client',
    'auth',
    'blueprint',
    'builder-endpoint',
    'chat',
    'drafts',
    'github',
    'hosting',
    'platform',
    'projects',
    'templates',
    'tester',
    'ui',
    'workbench',
  ],
  showcase: [
    'api-client',
    'auth',
    'chat',
    'controls',
    'drafts',
    'platform',
    'runtime',
    'templates',
    'ui',
  ],
  export: [
    'api-keys',
    'auth',
    'billing',
    'builder',
    'chat',
    'drafts',
    'github',
    'hosting',
    'platform',
    'projects',
    'runtime',
    'secrets',
    'tester',
  ],
  discovery: ['platform', 'showcase', 'templates'],
  admin: [
    'api-client',
    'auth',
    'billing',
    'chat',
    'controls',
    'drafts',
    'hosting',
    'platform',
    'projects',
    'showcase',
    'ui',
    'usage',
  ],
  start: ['api-client', 'auth', 'builder', 'chat', 'drafts', 'platform', 'site', 'templates', 'ui'],
  // The document around every page.
  top: ['analytics', 'auth', 'controls', 'palette', 'platform', 'site', 'ui'],
};
/**
 * Rooms whose components other rooms may put on their screens; everybody may use `ui` and gates of
 * screens (`*-gate.tsx`, docs/decisions/0010-tier.md).
 */
const SCREEN_EDGES: Record<string, readonly string[]> = {
  account: ['api-client', 'auth'],
  admin: ['api-client'],
  'api-keys': ['api-client', 'oauth'],
  autopilot: ['api-client', 'builder', 'chat'],
  billing: ['api-client', 'auth'],
  blog: ['reading', 'site'],
  docs: ['reading', 'site'],
  builder: ['api-client'],
  chat: ['api-client', 'builder'],
  dashboard: ['api-client', 'chat', 'github', 'workbench'],
  github: ['api-client', 'auth'],
  lab: ['api-client', 'builder', 'chat'],
  oauth: ['api-client'],
  showcase: ['api-client', 'chat'],
  start: ['api-client', 'builder', 'site'],
  top: ['analytics', 'auth', 'controls', 'palette', 'site'],
  teams: ['api-client', 'auth'],
  tester: ['api-client', 'builder', 'schema-form'],
  workbench: ['api-client', 'chat', 'schema-form', 'tester'],
};
/** What only the switchboard mounts: a room's API and its Durable Objects. */
const MOUNTED = /(\/api|-api|-object)\.server\.ts$/;
/** The runtime travels into exported projects with these dependencies and no other. */
const RUNTIME_PACKAGES = ['@modelcontextprotocol/server', '@cfworker/json-schema'];
/** No HTTP framework, no database, no screens in the heart. */
const NOT_IN_THE_HEART = /^(hono|@hono\/|react|@react-router\/|drizzle-orm|cloudflare:|firebase)/;

const FORBIDDEN_WORDS = /^(managers?|handlers?|utils?|lib|libs|common|helpers?|misc|shared)$/;
const FORBIDDEN_NAMES = /^(data|info)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What React Router reads from the module of a route. */
const ROUTE_EXPORTS = ['headers', 'loader', 'meta', 'shouldRevalidate'];
/**
 * Names with a second definition: the runtime travels into exported projects, with copies of its own, and an
 * isolate without code of others has nothing to confine.
 */
const DEFINED_TWICE: Record<string, readonly string[]> = {
  endStart: ['app/sandbox/confinement-entry.ts', 'app/sandbox/no-confinement-entry.ts'],
  fromBase64: ['app/platform/text/encoding.ts', 'app/runtime/base64.ts'],
  refill: ['app/sandbox/confinement/loop-budget.ts', 'app/sandbox/no-confinement-entry.ts'],
  toBase64: ['app/platform/text/encoding.ts', 'app/runtime/base64.ts'],
  toJsonPath: ['app/platform/json-path.ts', 'app/runtime/schema/find-problems.ts'],
};
/** A tool of the builder has its own name, whatever does the work below it. */
const BUILDER_TOOL = /^app\/builder\/tools\/[a-z-]+\.ts$/;

/** JSON of others than our API: JSON-RPC, and the answer that all others are made with. */
const MAY_ANSWER_JSON =
  /^app\/(platform\/answer-json\.ts|hosting\/session-object\.server\.ts|runtime\/)/;
/** `JSON.parse` with a type that nobody has checked; JSON itself has one, which `parseJson` gives it. */
const UNREAD_JSON =
  /JSON\.parse\((?:[^()]|\([^()]*\))*\)\s+as\b|\.json\(\)\)?\s+as\b|\.json<|\bkv\s*\.get</;
const MAY_TYPE_JSON = 'app/runtime/json.ts';

const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch)a?\(|\b(bg|text|border|ring|fill|stroke|from|to|via|outline|divide|accent|caret|decoration|shadow)-(white|black|(slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3})\b/i;
const SQL =
  /^\s*(select\b[\s\S]+\bfrom\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b|create\s+(table|index)\b|alter\s+table\b)/i;
const SQL_FILES = /(^|\/|-)(store|table|index)\.server\.ts$/;
/** The command line is a program of its own: its entry reads the variables that it is given. */
const MAY_READ_VARIABLES = 'app/cli/cli-entry.ts';
/** Server files of rooms may touch bindings that they are handed; pure files never see any. */
const MAY_TOUCH_BINDINGS = /^workers\/|\.server\.ts$|\.route\.tsx$/;

/** `app/<room>` or the file itself at the top of app. */
function roomOf(file: string): string {
  const [top, room, rest] = file.split('/');
  return top === 'workers' ? 'workers' : rest ? (room ?? '') : 'top';
}

/** Everything that a file imports or exports on, except the project's own package.json. */
function specifiers(file: SourceFile): string[] {
  const all = [...file.imports.map(({ from }) => from), ...file.reexports];
  return all.filter((from) => !from.endsWith('/package.json'));
}

/** Imports of our own files, resolved to paths in the project. */
function ownImports(file: SourceFile): string[] {
  return specifiers(file).flatMap((from) => {
    if (from.startsWith('#app/')) return [from.replace('#app/', 'app/').replace(/\?.*$/, '')];
    if (!from.startsWith('.')) return [];
    return [new URL(from, `file:///${file.path}`).pathname.slice(1)];
  });
}

/** The file with those imports only that are there when it runs. */
function withoutTypes(file: SourceFile): SourceFile {
  return { ...file, imports: file.imports.filter(({ isTypeOnly }) => !isTypeOnly) };
}

/** An import of one room by another. */
interface Crossing {
  from: string;
  to: string;
  file: string;
  target: string;
}

/** Imports between rooms of app, those of types included. */
function crossings(): Crossing[] {
  const app = sources.filter(({ path }) => path.startsWith('app/'));
  return app.flatMap((file) =>
    ownImports(file)
      .filter((target) => target.startsWith('app/') && !target.includes('/+types/'))
      .map((target) => ({
        from: roomOf(file.path),
        to: roomOf(target),
        file: file.path,
        target,
      }))
      .filter(({ from, to }) => from !== to),
  );
}

function packages(file: SourceFile): string[] {
  return file.imports.map(({ from }) => from).filter((from) => !/^(\.|#app\/|virtual:)/.test(from));
}

/** `runTool` as the name of a file: `run-tool`. */
function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Files for which the question gives an answer, as `file: answer`. */
function offenders(files: SourceFile[], ask: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => ask(file).map((what) => `${file.path}: ${what}`));
}

function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

describe('direction of imports', () => {
  test('a room imports only from the rooms that the table names', () => {
    const wrong = crossings().filter(({ from, to }) => !EDGES[from]?.includes(to));
    expect(
      wrong.map(
        ({ from, to, file, target }) =>
          `${file} imports ${target}: the edge from ${from} to ${to} is new`,
      ),
    ).toEqual([]);
  });

  test('the table of edges has no circle, and none that is unused', () => {
    const drawn = new Set(crossings().map(({ from, to }) => `${from} to ${to}`));
    const listed = Object.entries(EDGES).flatMap(([from, below]) =>
      below.map((to) => `${from} to ${to}`),
    );
    expect(listed.filter((edge) => !drawn.has(edge))).toEqual([]);
    const rooms = Object.keys(EDGES);
    const upwards = Object.entries(EDGES).flatMap(([from, below]) =>
      below
        .filter((to) => rooms.indexOf(to) > rooms.indexOf(from))
        .map((to) => `${from} to ${to} points up`),
    );
    expect(upwards).toEqual([]);
  });

  test('components cross rooms only where the table names it', () => {
    const wrong = crossings().filter(
      ({ from, to, target }) =>
        target.endsWith('.tsx') &&
        !target.endsWith('-gate.tsx') &&
        to !== 'ui' &&
        !SCREEN_EDGES[from]?.includes(to),
    );
    expect(wrong.map(({ file, target }) => `${file} shows ${target}`)).toEqual([]);
  });

  test('only the switchboard mounts APIs and Durable Objects', () => {
    const wrong = crossings().filter(({ target }) => MOUNTED.test(target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test('no room has more than a fifth of the code, and no folder more than 40 files', () => {
    const app = sources.filter(({ path }) => path.startsWith('app/'));
    const all = app.reduce((sum, { lines }) => sum + lines, 0);
    const sizes = Map.groupBy(app, ({ path }) => roomOf(path));
    const large = [...sizes].filter(
      ([, files]) => files.reduce((sum, { lines }) => sum + lines, 0) > all / 5,
    );
    expect(large.map(([room]) => room)).toEqual([]);
    const folders = Map.groupBy(listFiles('app'), (file) => file.slice(0, file.lastIndexOf('/')));
    const crowded = [...folders].filter(([, files]) => files.length > 40);
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test('of the builder’s tools the screens reach the faces only', () => {
    const runs = new Map(sources.map((file) => [file.path, ownImports(withoutTypes(file))]));
    const reached = new Set(['app/root.tsx', 'app/entry.client.tsx']);
    for (const { path } of sources) if (path.endsWith('.route.tsx')) reached.add(path);
    // A set hands out what is added while it is gone through.
    for (const path of reached) {
      for (const to of runs.get(path) ?? []) if (!/\.server\.tsx?$/.test(to)) reached.add(to);
    }
    const tools = [...reached].filter((path) => path.startsWith('app/builder/tools/'));
    expect(tools).toEqual(['app/builder/tools/tool-face.ts']);
  });

  test('nothing imports the switchboard', () => {
    const app = sources.filter(({ path }) => path.startsWith('app/'));
    const wrong = offenders(app, (file) =>
      ownImports(file).filter((to) => to.startsWith('workers/')),
    );
    expect(wrong).toEqual([]);
  });

  test('the runtime stands on itself and its two packages', () => {
    const runtime = sources.filter(({ path }) => path.startsWith('app/runtime/'));
    expect(runtime.length).toBeGreaterThan(0);
    const wrong = offenders(runtime, (file) => {
      const isRelative = (from: string) => /^\.\.?\//.test(from);
      const isPackage = (from: string) =>
        RUNTIME_PACKAGES.some((name) => from === name || from.startsWith(`${name}/`));
      return [
        ...ownImports(file).filter((to) => !to.startsWith('app/runtime/')),
        ...specifiers(file).filter((from) => !isRelative(from) && !isPackage(from)),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test('the blueprint knows no framework, database or screen', () => {
    const heart = sources.filter(({ path }) => path.startsWith('app/blueprint/'));
    const wrong = offenders(heart, (file) =>
      packages(file).filter((name) => NOT_IN_THE_HEART.test(name)),
    );
    expect(wrong).toEqual([]);
  });

  test('what needs the server says so in its name', () => {
    const app = sources.filter(
      ({ path }) => path.startsWith('app/') && !/\.server\.tsx?$|-entry\.ts$/.test(path),
    );
    const wrong = offenders(app, (file) =>
      file.imports
        .filter(
          ({ isTypeOnly, from }) => !isTypeOnly && /^(cloudflare:|node:|drizzle-orm)/.test(from),
        )
        .map(({ from }) => from),
    );
    expect(wrong).toEqual([]);
  });
});

describe('names', () => {
  test('no drawers: every folder and file says what it holds', () => {
    const wrong = listFiles('app', 'workers', 'scripts', 'tests').filter((file) =>
      file.split('/').some((part) => {
        const stem = part.replace(/^\./, '').split('.')[0] ?? '';
        return (
          FORBIDDEN_NAMES.test(stem) || stem.split('-').some((word) => FORBIDDEN_WORDS.test(word))
        );
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('names are kebab-case, and there is no barrel', () => {
    const wrong = [...sources, ...tests].filter(({ path }) => {
      const stem = path.split('/').at(-1)?.split('.')[0] ?? '';
      return !KEBAB.test(stem) || stem === 'index';
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const barrels = sources.filter(({ isBarrel }) => isBarrel);
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('an exported name means one thing', () => {
    const files = sources.flatMap(({ path, exports }) =>
      exports
        .filter(
          (name) =>
            !(path.endsWith('.route.tsx') || path === 'app/root.tsx') ||
            !ROUTE_EXPORTS.includes(name),
        )
        .filter(
          (name) =>
            !BUILDER_TOOL.test(path) ||
            toKebab(name) !== path.split('/').at(-1)?.replace('.ts', ''),
        )
        .map((name) => ({ name, path })),
    );
    const twice = [...Map.groupBy(files, ({ name }) => name)]
      .map(([name, all]) => ({ name, paths: [...new Set(all.map(({ path }) => path))] }))
      .filter(({ paths }) => paths.length > 1);
    const wrong = twice.filter(({ name, paths }) => DEFINED_TWICE[name]?.join() !== paths.join());
    expect(
      wrong.map(
        ({ name, paths }) => `${name} means one thing in ${paths.join(' and another in ')}`,
      ),
    ).toEqual([]);
    const listed = Object.keys(DEFINED_TWICE);
    expect(listed.filter((name) => !twice.some((each) => each.name === name))).toEqual([]);
  });

  test('every screen is registered in the site map', () => {
    const map = readFileSync('app/routes.ts', 'utf8');
    const screens = sources.filter(({ path }) => path.endsWith('.route.tsx'));
    expect(screens.length).toBeGreaterThan(0);
    const missing = screens.filter(({ path }) => !map.includes(`'${path.replace('app/', '')}'`));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe('how imports are written', () => {
  test('own files come by #app/ or ./, with their extension', () => {
    const wrong = offenders(sources, (file) =>
      specifiers(file).filter(
        (from) =>
          // The runtime travels, where `#app/` means nothing.
          (from.startsWith('../') && !file.path.startsWith('app/runtime/')) ||
          (/^(#app|\.\.?)\//.test(from) && !/\.[a-z0-9]+(\?\w+)?$/.test(from)),
      ),
    );
    // React Router writes the types of a route beside it: ./+types/<route>.ts
    expect(wrong.filter((each) => !each.includes('./+types/'))).toEqual([]);
  });

  test('packages come first, then #app/, then ./', () => {
    const rank = (from: string) => (from.startsWith('#app/') ? 1 : from.startsWith('.') ? 2 : 0);
    const wrong = sources.filter(({ imports }) => {
      const ranks = imports.filter(({ isDynamic }) => !isDynamic).map(({ from }) => rank(from));
      return ranks.some((each, at) => at > 0 && each < (ranks[at - 1] ?? 0));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('zod comes as a namespace, so that what is not used is dropped', () => {
    const wrong = offenders(sources, (file) =>
      file.imports
        .filter(({ from, isTypeOnly }) => /^zod(\/|$)/.test(from) && !isTypeOnly)
        .flatMap(({ names }) => names.filter((name) => name !== '*')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('size', () => {
  test('files are short: median 80 lines, nine in ten 180, none above 300', () => {
    const lines = sources.map((file) => file.lines);
    expect(percentile(lines, 0.5)).toBeLessThanOrEqual(80);
    expect(percentile(lines, 0.9)).toBeLessThanOrEqual(180);
    // A file without a function is a table of data.
    const long = sources.filter((file) => file.lines > (file.functions.length === 0 ? 400 : 300));
    expect(long.map((file) => `${file.path}: ${file.lines}`)).toEqual([]);
  });

  test('functions are short: nine in ten 40 lines, none above 60, or 100 with JSX', () => {
    const all = sources.flatMap((file) => file.functions);
    expect(
      percentile(
        all.map(({ lines }) => lines),
        0.9,
      ),
    ).toBeLessThanOrEqual(40);
    const long = offenders(sources, (file) =>
      file.functions
        .filter(({ lines, hasJsx }) => lines > (hasJsx ? 100 : 60))
        .map(({ line, lines }) => `line ${line} has ${lines} lines`),
    );
    expect(long).toEqual([]);
  });
});

describe('comments', () => {
  test('a doc comment begins with the thing or with a verb, not with "What"', () => {
    const wrong = offenders(sources, ({ text }) =>
      [...text.matchAll(/\/\*\*[\s*]*(What\s[^\n]*)/g)].map(([, opening = '']) => opening),
    );
    expect(wrong).toEqual([]);
  });
});

describe('escapes', () => {
  test('nothing escapes the types', () => {
    const escape = /\bas unknown as\b|@ts-(ignore|expect-error|nocheck)\b/;
    const wrong = sources.filter(({ text, usesAny }) => usesAny || escape.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('JSON that comes in is read by a schema, and JSON that goes out is held to one', () => {
    const unread = sources.filter(
      ({ path, text }) => path !== MAY_TYPE_JSON && UNREAD_JSON.test(text),
    );
    expect(unread.map(({ path }) => `${path} gives JSON a type that nothing checks`)).toEqual([]);
    const free = sources.filter(
      ({ path, text }) => !MAY_ANSWER_JSON.test(path) && /\b(c|Response)\.json\(/.test(text),
    );
    expect(free.map(({ path }) => `${path} answers JSON without answerJson`)).toEqual([]);
  });

  test('variables are read in one place, and bindings touched by server files only', () => {
    const variables = /\bprocess\.env\b|\bimport\.meta\.env\.(?!MODE\b)/;
    const wrong = sources.filter(
      ({ path, text, imports }) =>
        (variables.test(text) && path !== MAY_READ_VARIABLES) ||
        imports.some(({ from, names }) => from === 'cloudflare:workers' && names.includes('env')) ||
        (!MAY_TOUCH_BINDINGS.test(path) && /\.env\.[A-Z]/.test(text)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('SQL stands in stores and tables only', () => {
    const inner = sources.filter(({ path }) => !SQL_FILES.test(path));
    const wrong = offenders(inner, ({ strings, imports }) => [
      ...strings.filter((text) => SQL.test(text)),
      ...imports.filter(({ from }) => from.startsWith('drizzle-orm')).map(({ from }) => from),
    ]);
    expect(wrong).toEqual([]);
  });

  test('components take colours from the tokens', () => {
    const components = sources.filter(({ path }) => path.endsWith('.tsx'));
    const wrong = offenders(components, ({ strings }) =>
      strings.filter((text) => RAW_COLOUR.test(text)),
    );
    expect(wrong).toEqual([]);
  });

  test('no test is switched off, and none mocks our own modules', () => {
    const off = /\b(test|it|describe)\.(only|skip|todo|fixme)\(|\bvi\.mock\(/;
    const wrong = tests.filter(
      ({ path, text }) => path !== 'tests/architecture.test.ts' && off.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
