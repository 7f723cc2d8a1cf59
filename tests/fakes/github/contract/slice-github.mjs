// Makes github-api.json: what our emulator of GitHub has, out of GitHub's own OpenAPI document.
//   cd "$(mktemp -d)" && npm i @octokit/openapi@23.0.2
//   node <project>/tests/fakes/github/contract/slice-github.mjs node_modules/@octokit/openapi/generated/api.github.com.json
// Documentation goes, and so do settings of repositories and users that the emulator does not make.
import { readFileSync, writeFileSync } from 'node:fs';

import { operations } from '../operations.ts';

/** Webhooks that the emulator sends, as `event` or `event-action`. */
const WEBHOOKS = [
  'push',
  ...['opened', 'closed', 'reopened', 'synchronize', 'edited'].map((at) => `pull-request-${at}`),
  ...['created', 'deleted', 'suspend', 'unsuspend'].map((at) => `installation-${at}`),
  ...['added', 'removed'].map((at) => `installation-repositories-${at}`),
  'github-app-authorization-revoked',
  ...[
    'renamed',
    'transferred',
    'archived',
    'unarchived',
    'deleted',
    'privatized',
    'publicized',
  ].map((at) => `repository-${at}`),
  ...['requested', 'completed'].map((at) => `check-suite-${at}`),
  ...['created', 'completed'].map((at) => `check-run-${at}`),
  'status',
  'ping',
];

/** Parts that the emulator has nothing of, which may then be anything. */
const LEFT_OUT =
  /^(enterprise|code_of_conduct|security_and_analysis|template_repository|custom_properties|text_matches|parent|source|stack|deployment|auto_merge)$/;

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { components } = document;
const kept = {};

/** A schema without words, and without what is left out. */
function slim(node) {
  if (Array.isArray(node)) return node.map(slim);
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.$ref === 'string') return refer(node.$ref);
  const entries = Object.entries(node).filter(
    ([key]) => !/^(description|title|format|example|examples|default|deprecated)$|^x-/.test(key),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'properties') return [key, slimProperties(value)];
      return [key, key === 'enum' ? [...new Set(value)] : slim(value)];
    }),
  );
}

function slimProperties(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      LEFT_OUT.test(name) ? {} : slim(value),
    ]),
  );
}

function refer($ref) {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  if (!(name in kept)) {
    // Objects refer to each other.
    kept[name] = null;
    kept[name] = slim(components.schemas[name]);
  }
  return { $ref };
}

const resolve = (node) => {
  if (typeof node?.$ref !== 'string') return node;
  const [, , kind, name] = node.$ref.split('/');
  return components[kind][name];
};

const jsonOf = (node) => {
  const content = resolve(node)?.content ?? {};
  const json = content['application/json'] ?? content['application/scim+json'];
  return json ? slim(json.schema ?? {}) : null;
};

const paths = {};
for (const { method, path } of operations) {
  const operation = document.paths[documented(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`GitHub's document has no ${method} ${path}`);
  const query = (operation.parameters ?? []).map(resolve).filter((each) => each.in === 'query');
  const answers = Object.entries(operation.responses).map(([status, each]) => [
    status,
    jsonOf(each),
  ]);
  paths[path] ??= {};
  paths[path][method] = {
    body: jsonOf(operation.requestBody),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, slim(schema)])),
    answers: Object.fromEntries(answers),
  };
}

/** What the emulator has by itself, as the document names it. */
function documented(path) {
  const names = {
    '/repos/{owner}/{repo}/contents': '/repos/{owner}/{repo}/contents/{path}',
    '/repos/{owner}/{repo}/tarball': '/repos/{owner}/{repo}/tarball/{ref}',
    '/repos/{owner}/{repo}/zipball': '/repos/{owner}/{repo}/zipball/{ref}',
  };
  return names[path] ?? path;
}

const all = document['x-webhooks'] ?? document.webhooks;
const webhooks = Object.fromEntries(
  WEBHOOKS.map((name) => {
    const webhook = all[name];
    if (!webhook) throw new Error(`GitHub's document has no webhook ${name}`);
    return [name, jsonOf(webhook.post.requestBody)];
  }),
);
refer('#/components/schemas/basic-error');
const { version } = document.info;
const slice = { info: version, paths, webhooks, components: { schemas: kept } };
writeFileSync(new URL('github-api.json', import.meta.url), `${JSON.stringify(slice)}\n`);
