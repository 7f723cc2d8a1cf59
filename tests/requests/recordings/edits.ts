import type { RecordedStep } from '../../setup/replay-conversation.ts';
import { args, upsert } from './builds.ts';
import { RUNS, type Recording } from './recording.ts';

const ORDERS = 'https://api.bookshop.example.com/v1/orders';

export const PARAMETER_EDITS: Recording = {
  id: 'parameter-edits',
  turns: [
    [
      {
        calls: [
          upsert(
            'search_orders',
            'Finds orders. Use it to see what a customer has ordered.',
            `GET ${ORDERS}`,
            args({
              customer: 'Who ordered.',
              since: 'Not earlier than this.',
              status: 'State of the order.',
              limit: { type: 'integer', description: 'Orders at most.' },
            }),
          ),
        ],
      },
      { sees: [RUNS], says: 'One tool finds orders.' },
    ],
    [
      {
        calls: [
          {
            call: 'upsert_tool',
            input: {
              name: 'search_orders',
              ...args({
                customer: { format: 'uuid', required: true },
                since: { format: 'date' },
                status: { items: 'string', enum: ['open', 'paid', 'sent'] },
                limit: { maximum: 500 },
              }),
            },
            gets: 'search_orders',
          },
        ],
      },
      { sees: [RUNS], says: 'All four are as you said.' },
    ],
    [
      {
        calls: [
          {
            call: 'upsert_tool',
            input: {
              name: 'search_orders',
              renameArguments: [{ from: 'customer', to: 'customer_id' }],
              removeArguments: ['limit'],
              constants: [{ in: 'query', name: 'pageSize', value: 100 }],
            },
            gets: ['customer_id', 'pageSize'],
          },
        ],
      },
      { sees: [RUNS], says: 'It sends customer and pageSize=100.' },
    ],
  ],
};

/** The pet store is imported from the attached file, all of it or some. */
export const importPetStore = (tools: number, only?: object): RecordedStep => ({
  calls: [
    {
      call: 'import_document',
      input: { attachment: 'petstore-3.0.json', ...(only ? { only } : {}) },
      gets: `\ntools: ${tools}\n`,
    },
  ],
});

export const RENAME_AND_REMOVE: Recording = {
  id: 'rename-and-remove',
  turns: [
    [importPetStore(20), { sees: [RUNS], says: 'It has twenty tools.' }],
    [
      { sees: ['getPetById'], calls: [{ call: 'read_blueprint', input: {}, gets: 'loginUser' }] },
      {
        calls: [
          {
            call: 'remove_tool',
            input: {
              names: [
                'createUsersWithArrayInput',
                'createUsersWithListInput',
                'loginUser',
                'logoutUser',
                'uploadFile',
              ],
            },
            gets: '5 tools are removed',
          },
          {
            call: 'rename_tool',
            input: {
              renames: [
                { from: 'addPet', to: 'add_pet' },
                { from: 'updatePet', to: 'update_pet' },
                { from: 'findPetsByStatus', to: 'list_pets_by_status' },
                { from: 'findPetsByTags', to: 'list_pets_by_tags' },
                { from: 'getPetById', to: 'get_pet' },
                { from: 'updatePetWithForm', to: 'rename_pet' },
                { from: 'deletePet', to: 'delete_pet' },
              ],
            },
            gets: 'getPetById is called get_pet now.',
          },
        ],
      },
      { sees: [RUNS], says: 'Fifteen tools are left, and those of pets have plain names.' },
    ],
    [
      importPetStore(16, { names: ['POST /pet/{petId}/uploadImage'] }),
      { sees: [RUNS], says: 'The upload is back.' },
    ],
  ],
};

export const REMOVE_TWO_AREAS: Recording = {
  id: 'remove-two-areas',
  turns: [
    [importPetStore(20), { sees: [RUNS], says: 'Twenty tools.' }],
    [
      {
        calls: [
          {
            call: 'select_tools',
            input: { action: 'remove', tags: ['store', 'user'] },
            gets: '8 tools stay, 12 are removed',
          },
        ],
      },
      { sees: [RUNS], says: 'Eight tools about pets are left.' },
    ],
    [
      { calls: [{ call: 'restore', input: { undo: true }, gets: 'restore point 2' }] },
      { sees: [RUNS], says: 'All twenty are back.' },
    ],
    [
      { calls: [{ call: 'restore', input: { undo: true }, gets: 'restore point 3' }] },
      { sees: [RUNS], says: 'Eight tools again.' },
    ],
  ],
};
