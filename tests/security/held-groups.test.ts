import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { DRAFT_ROUTES } from '../access/draft-routes.ts';
import { ENDPOINT_ROUTES, PROJECT_ROUTES } from '../access/project-routes.ts';
import { makeTokenCases } from '../auth/token-cases.ts';
import { ATTACKS } from '../generate/nasty-blueprint.ts';
import { SPELLINGS } from '../platform/host-spellings.ts';
import { createSigner } from '../setup/id-token.ts';
import { ARCHIVE_NAMES } from './archive-names.ts';
import { EVALUATION, NETWORK, STOLEN_FETCH } from './code-attempts.ts';
import { FORGERIES, GUEST_COOKIES, SESSION_THEFTS } from './identity-attempts.ts';
import {
  ADDRESSES,
  CONNECTION_HEADERS,
  PATHS,
  UPSTREAMS,
  URL_IMPORTS,
} from './outbound-attempts.ts';
import { PAYLOAD_PAGES } from './payloads.ts';
import { RETURN_ADDRESSES } from './return-addresses.ts';
import { SURFACES } from './surfaces.ts';

/** A group of attacks that the product has held once, and what holds it since. */
interface Held {
  group: string;
  /** So many attempts were made then. */
  attempts: number;
  /** The attempts of today. */
  made: readonly unknown[];
  /** The name of their table in the test that makes them. */
  table: string;
  by: string;
}

/** Attempts of the tables of a folder, which its test reads from there. */
function injections(): unknown[] {
  const folder = 'tests/builder/injection';
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const corpus: { attempts: unknown[] } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
      return corpus.attempts;
    });
}

const tokens = await makeTokenCases(await createSigner('kept'), await createSigner('stranger'));

const WORKERD = 'tests/security/attempts.workerd.test.ts';

const TABLES: readonly Held[] = [
  {
    group: 'imports by address',
    attempts: 20,
    made: URL_IMPORTS,
    table: 'URL_IMPORTS',
    by: WORKERD,
  },
  { group: 'upstreams', attempts: 14, made: UPSTREAMS, table: 'UPSTREAMS', by: WORKERD },
  {
    group: 'spellings of hosts',
    attempts: 90,
    made: SPELLINGS,
    table: 'SPELLINGS',
    by: 'tests/platform/host-spellings.test.ts',
  },
  {
    group: 'addresses',
    attempts: 43,
    made: ADDRESSES,
    table: 'ADDRESSES',
    by: 'tests/platform/outbound-url.test.ts',
  },
  {
    group: 'paths',
    attempts: 26,
    made: PATHS,
    table: 'PATHS',
    by: 'tests/runtime/upstream-fetch.test.ts',
  },
  {
    group: 'headers of the connection',
    attempts: 8,
    made: CONNECTION_HEADERS,
    table: 'CONNECTION_HEADERS',
    by: 'tests/runtime/upstream-fetch.test.ts',
  },
  {
    group: 'network of the sandbox',
    attempts: 16,
    made: Object.keys(NETWORK),
    table: 'NETWORK',
    by: 'tests/sandbox/network.workerd.test.ts',
  },
  {
    group: 'eval and Wasm',
    attempts: 5,
    made: Object.keys(EVALUATION),
    table: 'EVALUATION',
    by: 'tests/sandbox/network.workerd.test.ts',
  },
  {
    group: 'a stolen fetch',
    attempts: 2,
    made: Object.keys(STOLEN_FETCH),
    table: 'STOLEN_FETCH',
    by: 'tests/sandbox/network.workerd.test.ts',
  },
  { group: 'surfaces of a secret', attempts: 8, made: SURFACES, table: 'SURFACES', by: WORKERD },
  {
    group: 'routes by callers',
    attempts: 43,
    made: [...DRAFT_ROUTES, ...PROJECT_ROUTES, ...ENDPOINT_ROUTES],
    table: 'DRAFT_ROUTES',
    by: 'tests/journeys/access.test.ts',
  },
  {
    group: 'cookies of guests',
    attempts: 12,
    made: GUEST_COOKIES,
    table: 'GUEST_COOKIES',
    by: WORKERD,
  },
  {
    group: 'altered tokens',
    attempts: 60,
    made: tokens.filter(({ isGood }) => !isGood),
    table: 'makeTokenCases',
    by: 'tests/auth/verify-token.workerd.test.ts',
  },
  {
    group: 'thefts of a session',
    attempts: 7,
    made: SESSION_THEFTS,
    table: 'SESSION_THEFTS',
    by: WORKERD,
  },
  {
    group: 'pages with payloads in every field',
    attempts: 12,
    made: PAYLOAD_PAGES,
    table: 'PAYLOAD_PAGES',
    by: 'tests/browser/payloads.spec.ts',
  },
  {
    group: 'requests of other sites',
    attempts: 17,
    made: FORGERIES,
    table: 'FORGERIES',
    by: WORKERD,
  },
  {
    group: 'return addresses',
    attempts: 38,
    made: RETURN_ADDRESSES,
    table: 'RETURN_ADDRESSES',
    by: 'tests/auth/return-url.test.ts',
  },
  {
    group: 'names in archives',
    attempts: 21,
    made: ARCHIVE_NAMES,
    table: 'ARCHIVE_NAMES',
    by: 'tests/generate/zip.test.ts',
  },
  {
    group: 'payloads for templates',
    attempts: 18,
    made: ATTACKS,
    table: 'nastyBlueprint',
    by: 'tests/generate/any-text-compiles.test.ts',
  },
  {
    group: 'injections into the chat',
    attempts: 140,
    made: injections(),
    table: 'tests/builder/injection',
    by: 'tests/builder/injection/injection.test.ts',
  },
];

/** Tests that make one attempt each, by their titles. */
const SINGLE: readonly { by: string; titles: readonly string[] }[] = [
  {
    by: 'tests/drafts/claim-drafts.workerd.test.ts',
    titles: [
      'claims nothing of other guests',
      'is refused with a bad token, whatever the cookies say',
      'by two accounts gives each draft to one of them, and the row says which',
    ],
  },
  {
    by: 'tests/import/bad-input.test.ts',
    titles: [
      'a YAML alias bomb is rejected before it grows',
      'many aliases of one large part are rejected too',
      'excessive nesting is rejected in JSON and YAML',
      'four hundred levels, and properties called __proto__, become a server',
      'twenty thousand operations become twenty thousand tools',
    ],
  },
  {
    by: 'tests/journeys/bad-input.test.ts',
    titles: ['fifty megabytes are refused, and the next document still gets in'],
  },
];

// Faults are counted where they are brought about: tests/faults and tests/browser/faults.spec.ts.
test.each(TABLES)(
  '$group: at least $attempts attempts are made',
  ({ attempts, made, table, by }) => {
    const different = new Set(made.map((each) => JSON.stringify(each) ?? String(each)));
    expect(different.size).toBeGreaterThanOrEqual(attempts);
    expect(readFileSync(by, 'utf8')).toContain(table);
  },
);

test.each(SINGLE)('$by makes the attempts that are named here', ({ by, titles }) => {
  const text = readFileSync(by, 'utf8');
  expect(titles.filter((title) => !text.includes(`test('${title}'`))).toEqual([]);
});
