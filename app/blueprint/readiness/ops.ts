import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { printKey } from '#app/blueprint/generate/print-literal.ts';

import { listed } from './each-tool.ts';
import { nameSome } from './name-some.ts';
import {
  blueprintRule,
  exchangeRule,
  filesRule,
  notApplicable,
  serverRule,
  UNSEEN,
} from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';
import { serverNameRule } from './server-name.ts';

/** Semantic Versioning 2.0.0, as far as it matters here. */
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
/** Popular clients; the README should say how to connect at least two of them. */
const CLIENTS = ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code'];

/** Checks of operation: version, health, logs, container, CI, documents. */
export const opsRules: CheckRule[] = [
  serverNameRule,
  blueprintRule({
    id: 'ops.version',
    title: 'The version is a semantic version',
    weight: 2,
    fix: 'Use a version such as 1.2.3, so that people and clients can tell releases apart.',
    judge: ({ identity: { version } }) =>
      SEMVER.test(version)
        ? { status: 'pass', text: `The version is ${version}.` }
        : { status: 'warn', text: `The version is “${version}”.`, edits: toSemver(version) },
  }),
  serverRule({
    id: 'ops.sameVersion',
    title: 'The running version matches the blueprint',
    weight: 2,
    fix: 'Deploy again.',
    judge: ({ exchanges: { initialize } }, { blueprint }) => {
      const running = /"version":"([^"]{1,64})"/.exec(initialize?.got?.body ?? '')?.[1];
      if (blueprint === null || running === undefined) {
        return notApplicable('There was no blueprint to compare with, or the server named none.');
      }
      const { version } = blueprint.identity;
      return running === version
        ? { status: 'pass', text: `Both are ${version}.` }
        : { status: 'fail', text: `${running} runs, and the blueprint is ${version}.` };
    },
  }),
  exchangeRule({
    id: 'ops.health',
    title: 'The server has a health check',
    weight: 2,
    fix: 'Answer GET /health with 200 while the server can take calls.',
    exchange: 'health',
    reason: 'Not tested.',
    judge: ({ status }, { url }) => {
      const where = new URL('/health', url).pathname;
      // A draft shares its host with the product, where /health says nothing about the draft.
      if (new URL(url).pathname.startsWith('/mcp/d/')) {
        return notApplicable('The host answers for all its servers; the project has its own.');
      }
      return status === 200
        ? { status: 'pass', text: `${where} answers 200.` }
        : { status: 'warn', text: `${where} answers ${status}.` };
    },
  }),
  filesRule({
    id: 'ops.healthcheck',
    place: { tab: 'files', file: 'Dockerfile' },
    title: 'The container checks its own health',
    weight: 1,
    fix: 'Add a HEALTHCHECK to the Dockerfile.',
    judge: (files) => hasLine(files, 'Dockerfile', /^HEALTHCHECK[ \t]+(?!NONE\b).*/im, 'warn'),
  }),
  filesRule({
    id: 'ops.container',
    place: { tab: 'files', file: 'Dockerfile' },
    title: 'The container does not run as root',
    weight: 3,
    fix: 'Add USER node before the command of the Dockerfile.',
    judge: (files) => judgeUser(files),
  }),
  filesRule({
    id: 'ops.logs',
    place: { tab: 'files', file: 'src/log.ts' },
    title: 'Logs are structured, and carry the caller’s trace',
    weight: 2,
    fix: 'Write one JSON object a line, with request id and traceparent.',
    judge: (files) => {
      const sources = [...files].filter(([path]) => /^src\/.*\.ts$/.test(path));
      const json = sources.find(([, text]) =>
        /console\.(?:error|log)\(JSON\.stringify\(/.test(text),
      );
      const trace = sources.find(([, text]) => /traceparent/.test(text));
      if (json === undefined) return { status: 'fail', text: 'No source writes JSON lines.' };
      return trace === undefined
        ? { status: 'warn', text: `${json[0]} writes JSON lines; none has a traceparent.` }
        : { status: 'pass', text: `${json[0]} writes JSON lines; ${trace[0]} adds traceparent.` };
    },
  }),
  filesRule({
    id: 'ops.metrics',
    place: { tab: 'files', file: 'src/operations.ts' },
    title: 'Calls, errors and latency are counted by tool',
    weight: 2,
    fix: 'Count calls, errors and latency by tool, and show them at /metrics.',
    judge: (files) => {
      const source = [...files].find(
        ([path, text]) => /^src\/(?!runtime\/).*\.ts$/.test(path) && text.includes("'/metrics'"),
      );
      return source === undefined
        ? { status: 'warn', text: 'No source answers /metrics.' }
        : { status: 'pass', text: `${source[0]} answers /metrics.` };
    },
  }),
  filesRule({
    id: 'ops.ci',
    place: { tab: 'files', file: '.github/workflows/ci.yml' },
    title: 'CI type-checks, builds and tests',
    weight: 2,
    fix: 'Run typecheck, build and test on every push.',
    judge: (files) => {
      const workflows = [...files].filter(([name]) => name.startsWith('.github/workflows/'));
      const paths = workflows.map(([path]) => path).join(', ');
      if (workflows.length === 0) {
        return { status: 'fail', text: 'There is no workflow in .github/workflows.' };
      }
      const lacking = ['typecheck', 'build', 'test'].filter(
        (step) => !workflows.some(([, text]) => runStep(step).test(text)),
      );
      return lacking.length === 0
        ? { status: 'pass', text: `${paths}: typecheck, build and test are run.` }
        : { status: 'warn', text: `${paths}: nothing runs ${lacking.join(', ')}.` };
    },
  }),
  filesRule({
    id: 'ops.tests',
    place: { tab: 'files', file: 'tests/cases.ts' },
    title: 'Every tool has test cases',
    weight: 2,
    fix: 'Generate the project again: each tool gets its cases.',
    judge: (files, { blueprint }) => {
      if (blueprint === null) return notApplicable(UNSEEN.compared);
      const text = files.get('tests/cases.ts') ?? '';
      const keys = new Set(Array.from(text.matchAll(/^ {2}(\S+): \{/gm), ([, key]) => key));
      const served = blueprint.tools.filter(({ enabled }) => enabled).map(({ name }) => name);
      const lacking = served.filter((name) => !keys.has(printKey(name)));
      const counts = `tests/cases.ts has calls of ${served.length - lacking.length} of ${served.length} tools.`;
      return lacking.length === 0
        ? { status: 'pass', text: counts }
        : {
            status: 'warn',
            text: `${counts} Not of: ${nameSome(lacking)}.`,
            got: listed(lacking),
          };
    },
  }),
  filesRule({
    id: 'ops.environment',
    place: { tab: 'files', file: '.env.example' },
    title: '.env.example names every credential',
    weight: 2,
    fix: 'Add a line for each secret.',
    judge: (files, { blueprint }) => {
      const text = files.get('.env.example');
      if (text === undefined) return { status: 'fail', text: 'There is no .env.example.' };
      const names = blueprint?.secrets.map(({ name }) => name) ?? [];
      const lacking = names.filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(text));
      return lacking.length === 0
        ? { status: 'pass', text: `It names ${names.join(', ') || 'the server’s own variables'}.` }
        : { status: 'fail', text: `It does not name ${lacking.join(', ')}.` };
    },
  }),
  filesRule({
    id: 'ops.readme',
    place: { tab: 'files', file: 'README.md' },
    title: 'The README says how clients connect',
    weight: 2,
    fix: 'Add snippets for the clients that people use.',
    judge: (files) => {
      const text = files.get('README.md');
      if (text === undefined) return { status: 'fail', text: 'There is no README.md.' };
      const named = CLIENTS.filter((client) => text.includes(client));
      return named.length >= 2
        ? { status: 'pass', text: `It has snippets for ${named.join(', ')}.` }
        : { status: 'warn', text: 'It has snippets for fewer than two clients.' };
    },
  }),
  filesRule({
    id: 'ops.changelog',
    place: { tab: 'files', file: 'CHANGELOG.md' },
    title: 'A changelog says what the version consists of',
    weight: 1,
    fix: 'Add CHANGELOG.md with an entry for this version: people look there for what an update changes.',
    judge: (files, { blueprint }) => judgeChangelog(files.get('CHANGELOG.md'), blueprint),
  }),
  filesRule({
    id: 'ops.rollback',
    place: { tab: 'files', file: 'README.md' },
    title: 'The README says how to go back to an earlier version',
    weight: 2,
    fix: 'Add a section “Roll back” to the README: whoever is on call looks there when a release is bad.',
    judge: (files) => hasLine(files, 'README.md', /^#+ .*\broll(?:ing)?[- ]?back\b.*/im, 'warn'),
  }),
  filesRule({
    id: 'ops.licence',
    place: { tab: 'files', file: 'LICENSE' },
    title: 'The project has a license',
    weight: 1,
    fix: 'Add a LICENSE file. Without one, nobody may use the project.',
    judge: (files) => hasLine(files, 'LICENSE', /\S.*/, 'warn'),
  }),
];

/** Matches a line that runs a script of package.json, not the name of a job or a step. */
function runStep(name: string): RegExp {
  return new RegExp(`^\\s*(?:-?\\s*run:.*\\b)?(?:npm|pnpm|yarn) (?:run )?${name}\\b`, 'm');
}

function hasLine(
  files: ReadonlyMap<string, string>,
  path: string,
  pattern: RegExp,
  status: 'warn' | 'fail',
): CheckVerdict {
  const text = files.get(path);
  if (text === undefined) return { status, text: `There is no ${path}.` };
  const found = pattern.exec(text)?.[0].trim();
  return found === undefined
    ? { status, text: `${path} has no such line.` }
    : { status: 'pass', text: `${path}: ${found}` };
}

function judgeChangelog(text: string | undefined, blueprint: Blueprint | null): CheckVerdict {
  if (text === undefined) return { status: 'warn', text: 'There is no CHANGELOG.md.' };
  const versions = Array.from(
    text.matchAll(/^## \[?v?(\d[^\]\s]*)/gm),
    ([, version = '']) => version,
  );
  const [newest] = versions;
  if (newest === undefined) return { status: 'warn', text: 'CHANGELOG.md names no version.' };
  const version = blueprint?.identity.version ?? newest;
  return versions.includes(version)
    ? { status: 'pass', text: `CHANGELOG.md has an entry for ${version}.` }
    : { status: 'warn', text: `CHANGELOG.md has none for ${version}; the newest is ${newest}.` };
}

function judgeUser(files: ReadonlyMap<string, string>): CheckVerdict {
  const text = files.get('Dockerfile');
  if (text === undefined) return { status: 'warn', text: 'There is no Dockerfile.' };
  // Only the last stage runs.
  const last = text.split(/^FROM /m).at(-1) ?? '';
  const user = [...last.matchAll(/^USER\s+(\S+)/gm)].at(-1)?.[1];
  return user === undefined || /^(?:root|0)(?::|$)/.test(user)
    ? { status: 'fail', text: 'The Dockerfile’s last stage runs as root.' }
    : { status: 'pass', text: `The Dockerfile’s last stage runs as ${user}.` };
}

function toSemver(version: string): { edit: 'setIdentity'; version: string }[] {
  const numbers = version.match(/\d+/g)?.slice(0, 3) ?? [];
  const [major = '0', minor = '0', patch = '0'] = numbers.map((part) => String(Number(part)));
  return [{ edit: 'setIdentity', version: `${major}.${minor}.${patch}` }];
}
