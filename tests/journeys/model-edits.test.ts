import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { makeDraft } from '../setup/make-draft.ts';
import { replayConversation, SUCCESS } from '../setup/replay-conversation.ts';
import { openServedDraft } from '../setup/served-draft.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

/** A note of the product on a server that runs. */
const RUNS = /\[draft\][\s\S]*Report: (?:Ready|\d+ things? to fix)/;

const PETSTORE = 'tests/specs/petstore-3.0.json';
const IMPORT_PETSTORE = {
  call: 'import_document',
  input: { attachment: 'petstore-3.0.json' },
  gets: [/\ntools: 20\n/, SUCCESS],
};
const STORE_AND_USERS = [
  'getInventory',
  'placeOrder',
  'getOrderById',
  'deleteOrder',
  'createUser',
  'createUsersWithArrayInput',
  'createUsersWithListInput',
  'loginUser',
  'logoutUser',
  'getUserByName',
  'updateUser',
  'deleteUser',
];

test('several tools are removed and renamed after a read, and brought back', async () => {
  const replay = await replayConversation(worker.url, [
    {
      user: 'Import the attached description.',
      attach: [PETSTORE],
      steps: [
        { sees: ['import_document {"attachment": "petstore-3.0.json"}'], calls: [IMPORT_PETSTORE] },
        { sees: [RUNS], says: 'It has twenty tools.' },
      ],
    },
    {
      user: 'Remove everything about store and users, and give the rest names with underscores.',
      steps: [
        { calls: [{ call: 'read_blueprint', input: {}, gets: ['getPetById', 'loginUser'] }] },
        {
          calls: [
            {
              call: 'remove_tool',
              input: { names: STORE_AND_USERS },
              gets: '12 tools are removed',
            },
            {
              call: 'rename_tool',
              input: {
                renames: [
                  { from: 'getPetById', to: 'get_pet' },
                  { from: 'findPetsByStatus', to: 'list_pets_by_status' },
                ],
              },
              gets: 'getPetById is called get_pet now.',
            },
          ],
        },
        { sees: [RUNS], says: 'Eight tools about pets are left.' },
      ],
    },
    {
      user: 'Undo that.',
      steps: [
        { calls: [{ call: 'restore', input: { undo: true }, gets: 'restore point 2' }] },
        { sees: [RUNS], says: 'All twenty are back.' },
      ],
    },
    {
      user: 'No, it was right after all: undo the undoing.',
      steps: [
        { calls: [{ call: 'restore', input: { undo: true }, gets: 'restore point 3' }] },
        { sees: [RUNS], says: 'Eight tools again.' },
      ],
    },
  ]);
  const served = await openServedDraft(worker.url, replay.id);
  expect(served.names).toHaveLength(8);
  expect(served.names).toEqual(expect.arrayContaining(['get_pet', 'list_pets_by_status']));
  expect(served.names.join()).not.toMatch(/order|user|inventory/i);
  const { isError, text } = await served.call('get_pet', { petId: 7 });
  expect(isError).toBe(false);
  expect(text).toContain('name');
  await served.close();
});

/** The ten of 108 operations that the person keeps. */
const KEPT = [
  'ContainerInspect',
  'ContainerList',
  'ContainerLogs',
  'ContainerStats',
  'ContainerTop',
  'ImageList',
  'NetworkList',
  'SystemInfo',
  'SystemVersion',
  'VolumeList',
];

test('a large document is imported, and ten of its tools are kept and described', async () => {
  const document = 'tests/corpus/documents/docker-engine-2.0.yaml.gz';
  const text = gunzipSync(readFileSync(document)).toString('utf8');
  const { blueprint } = await makeDraft(worker.url, text);
  const names = blueprint.tools.map(({ name }) => name);
  const removed = names.filter((name) => !KEPT.includes(name));
  const replay = await replayConversation(worker.url, [
    {
      user: 'Import the attached API. It runs at https://docker.example.com.',
      attach: [document],
      steps: [
        {
          calls: [
            {
              call: 'import_document',
              input: { attachment: 'docker-engine-2.0.yaml' },
              gets: [/\ntools: 108\n/, SUCCESS],
            },
            {
              call: 'set_upstream',
              input: { baseUrl: 'https://docker.example.com/v1.56' },
              gets: 'docker.example.com/v1.56',
            },
          ],
        },
        { sees: [RUNS], says: '108 tools are there.' },
      ],
    },
    {
      user: 'Far too many: keep the ten that show what is running, and describe two of them better.',
      steps: [
        { calls: [{ call: 'read_blueprint', input: {}, gets: 'ContainerList' }] },
        {
          calls: [
            {
              call: 'remove_tool',
              input: { names: removed },
              gets: `${removed.length} tools are removed`,
            },
            {
              call: 'upsert_tool',
              input: {
                name: 'ContainerLogs',
                description: 'Gets the last lines that a container wrote. Use it to find errors.',
              },
              gets: SUCCESS,
            },
            {
              call: 'upsert_tool',
              input: {
                name: 'ContainerTop',
                description: 'Lists the processes of a container. Use it to see what is busy.',
              },
              gets: SUCCESS,
            },
          ],
        },
        { sees: [RUNS], says: 'Ten tools are left.' },
      ],
    },
  ]);
  const served = await openServedDraft(worker.url, replay.id);
  expect(served.names).toEqual(KEPT);
  expect(served.hosts).toEqual(['docker.example.com']);
  const logs = served.tools.find(({ name }) => name === 'ContainerLogs');
  expect(logs?.description).toContain('Use it to find errors.');
  expect(await served.call('ContainerList')).toMatchObject({ isError: false });
  await served.close();
});
