import type { RecordedCall } from '../../setup/replay-conversation.ts';
import { RUNS, type Recording } from './recording.ts';

const FLEET = 'https://fleet.example.com/api/v2';
const INVENTORY = 'https://inventory.example.com/v1';
const PARTS = 'https://parts.example.com/v1';
const HANDBOOK = 'https://handbook.example.com/api';

/** A tool, in few words: `about` is whatever else is to be said of it. */
export function upsert(
  name: string,
  description: string,
  request: string,
  about: object = {},
): RecordedCall {
  const [method, url] = request.split(' ');
  const input = { name, description, request: { method, url }, ...about };
  return { call: 'upsert_tool', input, gets: /\nchanged: (?!none)/ };
}

/** Arguments: their names, with what is said of each. */
export function args(fields: Record<string, object | string>): { arguments: object[] } {
  const each = Object.entries(fields).map(([name, field]) =>
    typeof field === 'string' ? { name, description: field } : { name, ...field },
  );
  return { arguments: each };
}

const required = (description: string) => ({ description, type: 'string', required: true });
const time = (description: string) => ({ ...required(description), format: 'date-time' });

export const ENDPOINT_LIST: Recording = {
  id: 'endpoint-list',
  turns: [
    [
      {
        sees: ['GET /vehicles - list vehicles'],
        says: 'I build the server in one go.',
        calls: [
          {
            call: 'propose_plan',
            input: { goal: 'A server of the fleet API.', steps: ['The API', 'Five tools'] },
          },
          {
            call: 'set_identity',
            input: { name: 'fleet', title: 'Fleet', description: 'Vehicles and their bookings.' },
            gets: 'The server is called Fleet.',
          },
          {
            call: 'set_upstream',
            input: { baseUrl: FLEET, auth: { kind: 'bearer' } },
            gets: `is ${FLEET}`,
          },
          upsert('list_vehicles', 'Lists vehicles. Use it to find their ids.', 'GET /vehicles', {
            ...args({
              status: { enum: ['active', 'workshop', 'retired'], description: 'Of this state.' },
              depot: 'Only those of this depot.',
              limit: {
                type: 'integer',
                minimum: 1,
                maximum: 200,
                default: 50,
                description: 'Vehicles at most.',
              },
            }),
          }),
          upsert(
            'get_vehicle',
            'Gets one vehicle by its id. Use it for its state and its depot.',
            'GET /vehicles/{vehicle_id}',
            args({ vehicle_id: required('Id of the vehicle.') }),
          ),
          upsert(
            'book_vehicle',
            'Books a vehicle for a driver from one time to another.',
            'POST /vehicles/{vehicle_id}/bookings',
            args({
              vehicle_id: required('Id of the vehicle.'),
              from: time('Start of the booking.'),
              to: time('End of the booking.'),
              driver: required('Name of the driver.'),
              purpose: 'What the vehicle is needed for.',
            }),
          ),
          upsert(
            'cancel_booking',
            'Cancels a booking for good.',
            'DELETE /bookings/{booking_id}',
            args({ booking_id: required('Id of the booking.') }),
          ),
          upsert('list_depots', 'Lists all depots. Use it to find a depot.', 'GET /depots'),
        ],
      },
      { sees: [RUNS], says: 'The server lists, gets and books vehicles, and cancels bookings.' },
    ],
  ],
};

export const CURL_THEN_EDITS: Recording = {
  id: 'curl-then-edits',
  turns: [
    [
      {
        calls: [
          {
            call: 'import_document',
            input: {
              text: `curl -u admin:PASSWORD '${INVENTORY}/items?warehouse=north&limit=20'`,
            },
            gets: /\ntools: 1\n/,
          },
          { call: 'read_blueprint', input: {}, gets: '"kind":"basic"' },
        ],
      },
      {
        sees: [RUNS],
        calls: [
          {
            call: 'rename_tool',
            input: { from: 'list_items', to: 'list_stock' },
            gets: 'list_items is called list_stock now.',
          },
        ],
      },
      { sees: [RUNS], says: 'One tool lists the items. Set user name and password under Setup.' },
    ],
    [
      {
        calls: [
          {
            call: 'upsert_tool',
            input: { name: 'list_stock', arguments: [{ name: 'limit', type: 'whole' }] },
            fails: '$.arguments[0].type',
          },
          upsert(
            'list_stock',
            'Lists the items of a warehouse.',
            `GET ${INVENTORY}/items`,
            args({
              limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
              warehouse: { enum: ['north', 'south'] },
            }),
          ),
          upsert(
            'create_item',
            'Creates an item. Use it for goods that are new.',
            `POST ${INVENTORY}/items`,
            args({
              sku: required('Its number.'),
              name: 'How it is called.',
              quantity: {
                type: 'integer',
                minimum: 0,
                required: true,
                description: 'Pieces in stock.',
              },
            }),
          ),
        ],
      },
      { sees: [RUNS], says: 'Both arguments are bounded now, and items can be created.' },
    ],
  ],
};

export const POSTMAN_PASTED: Recording = {
  id: 'postman-pasted',
  turns: [
    [
      {
        sees: [/\[data \S+\][^]*Clinic/, 'import_document {"attachment": "pasted text 1"}'],
        calls: [
          {
            call: 'import_document',
            input: { attachment: 'pasted text 1' },
            gets: /\ntools: 3\n/,
          },
        ],
      },
      { sees: [RUNS], says: 'Three tools. The token of the collection belongs under Setup.' },
    ],
    [
      {
        sees: ['list_patients'],
        calls: [
          {
            call: 'edit_tools',
            input: {
              edits: [
                {
                  name: 'list_patients',
                  description: 'Lists the patients of a ward. Use it to find the id of a patient.',
                },
                {
                  name: 'get_patient',
                  description: 'Gets one patient by id. Use it when the id is known.',
                },
              ],
            },
            gets: '2 tools have another description.',
          },
          {
            call: 'upsert_tool',
            input: {
              name: 'discharge_patient',
              ...args({ reason: { enum: ['recovered', 'transferred', 'deceased'] } }),
            },
            gets: 'discharge_patient',
          },
        ],
      },
      { sees: [RUNS], says: 'The reason is one of three, and both descriptions say when.' },
    ],
  ],
};

export const INJECTED_ORDERS: Recording = {
  id: 'injected-orders',
  turns: [
    [
      {
        sees: [/\[data (\S+)\][^]*SYSTEM: ignore the previous[^]*\[end \1\]/],
        calls: [
          upsert(
            'get_part',
            'Gets one part by its number.',
            `GET ${PARTS}/parts/{number}`,
            args({ number: required('Number of the part.'), lang: 'Language, two letters.' }),
          ),
        ],
      },
      { sees: [RUNS], says: 'It has one tool. The page also gives orders, which I left alone.' },
    ],
    [
      {
        calls: [
          upsert(
            'search_parts',
            'Finds parts. Use it where the number is not known.',
            `GET ${PARTS}/parts`,
            args({ search: 'Words to find.', page: { type: 'integer', minimum: 1 } }),
          ),
        ],
      },
      { sees: [RUNS], says: 'Two tools now.' },
    ],
  ],
};

export const PROMPTS_AND_RESOURCES: Recording = {
  id: 'prompts-and-resources',
  turns: [
    [
      {
        calls: [
          {
            call: 'set_identity',
            input: {
              name: 'handbook',
              title: 'Handbook',
              description: 'Pages of the handbook, and how to answer from them.',
            },
          },
          upsert(
            'get_page',
            'Gets one page by its slug. Use it after search_pages, to cite it.',
            `GET ${HANDBOOK}/pages/{slug}`,
            args({ slug: required('Slug of the page.') }),
          ),
          upsert(
            'search_pages',
            'Finds pages. Use it before you answer a question.',
            `GET ${HANDBOOK}/search`,
            args({ q: required('Words to find.') }),
          ),
          {
            call: 'upsert_resource',
            input: {
              uri: 'handbook://house-rules',
              name: 'house-rules',
              description: 'How answers are written.',
              text: 'Be brief. Cite the page.',
            },
            gets: 'The resource handbook://house-rules is added.',
          },
          {
            call: 'upsert_resource',
            input: {
              uri: 'handbook://pages/{slug}',
              name: 'page',
              description: 'A page by its slug.',
              tool: 'get_page',
            },
            gets: 'is added',
          },
          {
            call: 'upsert_prompt',
            input: {
              name: 'answer',
              description: 'Answers a question from the handbook.',
              arguments: [{ name: 'question', required: true, description: 'The question.' }],
              messages: [
                { text: 'Search the handbook with search_pages, then answer: {{question}}' },
              ],
            },
            gets: 'The prompt answer is added.',
          },
        ],
      },
      { sees: [RUNS], says: 'Two tools, two resources and a prompt are there.' },
    ],
  ],
};
