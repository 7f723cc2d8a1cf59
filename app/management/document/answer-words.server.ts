import {
  ContractChange,
  ContractDiff,
  ContractFinding,
  ContractWeight,
} from '#app/blueprint/diff/contract/contract-diff.ts';
import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { DraftFiles, SecretStatus } from '#app/drafts/draft.ts';
import {
  SavedProjectAnswer,
  SavedVersionAnswer,
  VersionDetails,
  VersionTool,
} from '#app/management/answers.ts';
import { Verdict } from '#app/platform/verdict.ts';
import { ListedProject, ProjectPage, ProjectView } from '#app/projects/project.ts';
import { ProjectSecret, SecretStatusList } from '#app/projects/secrets/project-secrets.ts';
import { VersionDiff } from '#app/projects/version-diff.ts';
import { ListedVersion, VersionList } from '#app/projects/version.ts';

import { apiWords, describeFields } from './describe-fields.ts';

const PROJECT_ID = '5Kd0vXrW1mHqYz3TbN8cLp';
const TIME = 1_795_000_000_000;

apiWords.add(Verdict, {
  id: 'Verdict',
  description:
    'Whether a server may go to production. fixes: the number of failing checks in its readiness report; unusable: nobody can use it.',
});
apiWords.add(ContractWeight, {
  id: 'Weight',
  description:
    'breaking: calls fail or results cannot be read as before; harmless: nothing does; words: only descriptions or hints changed.',
});

const PROJECT = {
  id: ['Id of the project; every other operation takes it as projectId.', PROJECT_ID],
  title: ['Name that people see.', 'Billing'],
  slug: ['Name in the address of its endpoint.', 'billing-x4kd'],
  visibility: null,
  published: ['Number of the version that its endpoint serves; null: it is offline.', 3],
  latest: ['Number of the latest version.', 4],
  tools: ['How many tools the latest version has.', 12],
  toolNames: ['Names of its first tools.', ['list_invoices', 'get_invoice']],
  score: ['Readiness of the latest version, 0 to 100; null: it was not checked.', 96],
  verdict: [
    'Whether the latest version may go to production; null: it was not checked.',
    { kind: 'ready' },
  ],
  updatedAt: ['When it was last changed, in milliseconds since 1970.', TIME],
  archivedAt: ['When it was archived, in milliseconds since 1970; null: it is not.', null],
} as const;

describeFields(
  ListedProject,
  { id: 'ListedProject', description: 'A project in a list.' },
  PROJECT,
);
describeFields(
  ProjectView,
  { id: 'Project', description: 'A project: an MCP server with versions and an endpoint.' },
  {
    ...PROJECT,
    endpoint: ['Path of its MCP endpoint on this host.', '/mcp/billing-x4kd'],
    summary: ['Purpose of the server, in its own words.', 'Invoices of the billing API.'],
    minScore: ['Versions below this score are not published; null: no minimum.', 80],
    isTestGated: ['Whether a failing saved test blocks publishing.', false],
    createdAt: ['When it was created, in milliseconds since 1970.', TIME],
  },
);
describeFields(
  ProjectPage,
  { id: 'ProjectPage', description: 'A page of projects.' },
  {
    projects: 'Projects in the order that was asked for.',
    next: ['Cursor of the next page; null: this is the last one.', null],
    left: ['How many more projects the plan has room for; null: not known right now.', 2],
  },
);

const VERSION = {
  number: ['Number of the version, from 1 and rising.', 4],
  message: ['What its author says about it.', 'Invoices can be searched'],
  base: ['The version that it was made from; null: it is the first.', 3],
  draft: ['Id of the chat that it was saved from; null: it came through this API.', null],
  tools: ['How many tools it has.', 12],
  score: ['Readiness, 0 to 100; null: it was not checked.', 96],
  verdict: ['Whether it may go to production; null: it was not checked.', { kind: 'ready' }],
  fingerprint: ['Hash of the tools as clients list them: the same tools, the same hash.', '9f2c'],
  createdAt: ['When it was saved, in milliseconds since 1970.', TIME],
  isPublished: ['Whether the endpoint serves it.', false],
  fixes: ['Id of the group of failed calls that it was saved to fix; null: none.', null],
} as const;

describeFields(ListedVersion, { id: 'Version', description: 'An immutable version.' }, VERSION);
describeFields(
  VersionList,
  { id: 'VersionPage', description: 'A page of versions.' },
  {
    versions: 'Versions, the newest first.',
    latest: ['Number of the latest version.', 4],
    next: ['Pass it as before to get the next page; null: this is the last one.', null],
  },
);
describeFields(
  ImportWarning,
  { id: 'ImportWarning', description: 'A part of the document that could not be imported as is.' },
  {
    path: ['Its place in the document, as a JSONPath.', "$.paths['/invoices'].get"],
    message: ['A sentence about it.', 'The parameter was left out: its schema cannot be read.'],
    action: 'What somebody has to do about it; absent: nothing.',
  },
);

describeFields(
  VersionTool,
  { id: 'VersionTool', description: 'A tool of a version.' },
  {
    name: ['Name that clients call it by.', 'list_invoices'],
    title: ['Name for people.', 'List invoices'],
    enabled: ['Whether clients see it.', true],
  },
);

describeFields(
  VersionDetails,
  { id: 'VersionDetails', description: 'A version with its tools.' },
  {
    ...VERSION,
    toolList: 'All of its tools, in the order of clients.',
    warnings: 'What could not be imported from the document.',
  },
);

describeFields(
  SavedVersionAnswer,
  { id: 'SavedVersion', description: 'The version that was saved.' },
  {
    version: null,
    warnings: 'What could not be imported from the document.',
  },
);

describeFields(
  SavedProjectAnswer,
  { id: 'SavedProject', description: 'The project that was created.' },
  {
    project: null,
    version: null,
    warnings: 'What could not be imported from the document.',
  },
);
apiWords.add(DraftFiles, { id: 'Files', description: 'Files of the generated project.' });
describeFields(
  DraftFiles._zod.def.element,
  {},
  {
    path: ['Path in the project.', 'src/server.ts'],
    size: ['Bytes.', 2_048],
    text: ['Content.', 'export const server = …'],
  },
);

describeFields(
  ContractFinding,
  { id: 'Finding', description: 'One difference that callers notice.' },
  {
    place: ['Part of the tool or the server that differs.', 'arguments'],
    path: ['Where in that part; empty: all of it.', 'filter.status'],
    text: ['A sentence about it.', 'The argument is now required.'],
    weight: null,
    before: 'Text that stood there; null: nothing.',
    after: 'Text that stands there now; null: nothing.',
    skipped: 'Lines left out before both texts.',
    left: 'Characters left out of both texts.',
  },
);
describeFields(
  ContractChange,
  { id: 'ToolChange', description: 'The differences of one tool.' },
  {
    tool: ['Name of the tool.', 'list_invoices'],
    from: 'Its earlier name, if it was renamed.',
    change: ['How it changed.', 'changed'],
    weight: null,
    findings: 'Its differences.',
    more: ['Number of differences not listed.', 0],
  },
);
describeFields(
  ContractDiff,
  { id: 'ContractDiff', description: 'The differences that callers notice.' },
  {
    isBreaking: ['Whether calls that work now would fail.', true],
    counts: 'How many tools changed, by the weight of the change.',
    tools: 'Tools that differ, breaking changes first.',
    more: ['Number of differing tools not listed.', 0],
    server: 'Differences outside of tools.',
  },
);
describeFields(
  VersionDiff,
  { id: 'VersionDiff', description: 'Two versions of a project, compared.' },
  {
    from: ['Number of the version that is compared with.', 3],
    to: ['Number of the version that is looked at.', 4],
    contract: null,
    files: 'Files of the generated project that differ.',
    moreFiles: ['Number of differing files not listed.', 0],
    verdicts: 'Readiness of both; null: it was not checked.',
  },
);

const SECRET = {
  name: ['Name of the secret.', 'BILLING_API_KEY'],
  isSet: ['Whether it has a value.', true],
  needsConfirmation: [
    'The destination changed: the value is not sent until the owner confirms it on the site or sets it again.',
    false,
  ],
  origins: ['Where the value is sent.', ['https://api.example.com']],
} as const;

describeFields(
  SecretStatus,
  { id: 'SecretStatus', description: 'A secret without its value, which is never shown.' },
  SECRET,
);
describeFields(
  ProjectSecret,
  { id: 'ProjectSecret', description: 'A secret of a project without its value.' },
  {
    ...SECRET,
    changedAt: ['When its value was set, in milliseconds since 1970; null: it has none.', TIME],
    usedAt: ['When it was sent to an API last, to the hour; null: not yet.', TIME],
  },
);
describeFields(
  SecretStatusList,
  { id: 'SecretList', description: 'The secrets that the latest version needs.' },
  {
    secrets: 'Each secret, and whether it is set.',
    ofCallers: ['Names of secrets for which each caller enters their own value.', []],
  },
);
