import type { RecordedCall } from '../../setup/replay-conversation.ts';
import { args, upsert } from './builds.ts';
import { RUNS, type Recording } from './recording.ts';

const SHOP = 'https://shop.example.com/api';
const PROJECTS = 'https://projects.example.com/v1';
const number = (description: string) => ({ type: 'integer', description, required: true });
const text = (description: string) => ({ type: 'string', description, required: true });
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, { type: /(^id|Id|total)$/.test(name) ? 'integer' : 'string' }]),
  ),
});

/** A tool that is made of code, and examples that it is run with. */
const code = (name: string, description: string, source: string, about: object): RecordedCall => ({
  call: 'upsert_tool',
  input: { name, description, code: { source }, ...about },
  gets: name,
});

const BROKEN = `export default async (args, context) => {
  const order = await context.fetch('api', { method: 'GET', path: '/api/orders/' + args.id });
  return order.json();
};`;

const REPAIRED = `export default async (args, context) => {
  const order = await context.json('api', { method: 'GET', path: '/api/orders/' + args.id });
  const customer = await context.json('api', { method: 'GET', path: '/api/customers/' + order.customerId });
  return { order, customer: customer.name };
};`;

const ORDER = [
  'Gets an order with the name of its customer. Use it before you answer a complaint.',
  { readOnly: true, ...args({ id: number('Id of the order.') }) },
] as const;

const run = (name: string, input: object, ...gets: string[]): RecordedCall => ({
  call: 'run_tool',
  input: { name, arguments: input },
  gets,
});

export const ONE_FROM_TWO_CALLS: Recording = {
  id: 'one-from-two-calls',
  turns: [
    [
      {
        calls: [
          upsert('get_order', 'Gets one order by its id.', `GET ${SHOP}/orders/{id}`, {
            ...args({ id: number('Id of the order.') }),
            output: object('id', 'customerId', 'total'),
          }),
          upsert('get_customer', 'Gets one customer by its id.', `GET ${SHOP}/customers/{id}`, {
            ...args({ id: number('Id of the customer.') }),
            output: object('id', 'name', 'mail'),
          }),
        ],
      },
      { sees: [RUNS], says: 'Two tools.' },
    ],
    [
      {
        calls: [
          code('order_with_customer', ORDER[0], BROKEN, ORDER[1]),
          run('order_with_customer', { id: 5 }, 'isError: true', 'is not a function'),
        ],
      },
      {
        calls: [
          code('order_with_customer', ORDER[0], REPAIRED, ORDER[1]),
          { call: 'add_example', input: { tool: 'order_with_customer', arguments: { id: 5 } } },
          run('order_with_customer', { id: 5 }, 'isError: false', 'customer'),
        ],
      },
      { sees: [RUNS], says: 'order_with_customer works.' },
    ],
  ],
};

const ID = args({ id: text('Id of the project.') });
const PROJECT = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, state: { type: 'string' } },
};
const SAFE = `export default async (args, context) => {
  const project = await context.json('api', { method: 'GET', path: '/v1/projects/' + args.id });
  if (project.state === 'active') return { deleted: false, reason: project.name + ' is active.' };
  await context.fetch('api', { method: 'DELETE', path: '/v1/projects/' + args.id });
  return { deleted: true, name: project.name };
};`;

const project = (id: string, state: string): RecordedCall => ({
  call: 'set_mock',
  input: { tool: 'get_project', when: { id }, body: { id, name: `Project ${id}`, state } },
  gets: 'The mock answers 200',
});

export const SAFE_DELETE: Recording = {
  id: 'safe-delete',
  turns: [
    [
      {
        calls: [
          upsert(
            'get_project',
            'Gets one project with its state.',
            `GET ${PROJECTS}/projects/{id}`,
            { ...ID, output: PROJECT },
          ),
          upsert(
            'delete_project',
            'Deletes a project for good.',
            `DELETE ${PROJECTS}/projects/{id}`,
            {
              ...ID,
              confirm: true,
            },
          ),
        ],
      },
      { sees: [RUNS], says: 'The deletion asks first.' },
    ],
    [
      {
        calls: [
          project('done', 'archived'),
          project('busy', 'active'),
          { call: 'remove_tool', input: { names: ['delete_project'] }, gets: 'removed' },
          code(
            'delete_project',
            'Deletes a project for good, unless it is active; asks the person first.',
            SAFE,
            { ...ID, confirm: true },
          ),
          run('delete_project', { id: 'busy' }, 'is active'),
          run('delete_project', { id: 'done' }, '"deleted":true', 'DELETE '),
        ],
      },
      { sees: [RUNS], says: 'An active project stays; every other one is deleted after a yes.' },
    ],
  ],
};

const describe = (name: string, description: string) => ({
  name,
  title: description.split(/[,.]/)[0],
  description,
});

export const BROKEN_TO_GREEN: Recording = {
  id: 'broken-to-green',
  turns: [
    [
      {
        calls: [
          { call: 'import_document', input: { attachment: 'pasted text 1' }, gets: 'tools: 4' },
          {
            call: 'set_upstream',
            input: { baseUrl: 'https://greenhouse.example.com/api' },
            gets: 'is https://greenhouse.example.com/api',
          },
          { call: 'read_blueprint', input: { detail: 'full' }, gets: '/zones' },
        ],
      },
      {
        sees: [RUNS],
        calls: [
          { call: 'fix_findings', input: {}, gets: '\nfixed: ' },
          {
            call: 'edit_tools',
            input: {
              edits: [
                {
                  ...describe('a', 'Lists the zones of the greenhouse, with their temperatures.'),
                  rename: 'list_zones',
                },
                {
                  ...describe('b', 'Gets one zone by its id, with its setpoint.'),
                  rename: 'get_zone',
                },
                {
                  ...describe('c', 'Deletes a zone for good, with all its plans.'),
                  rename: 'delete_zone',
                },
                {
                  ...describe('d', 'Sets the temperature that a zone is kept at.'),
                  rename: 'set_setpoint',
                },
              ],
            },
            gets: '4 tools have another description.',
          },
          { call: 'run_checks', input: {}, gets: '\nfails: none' },
        ],
      },
      { says: 'Nothing fails any more, and all four tools are there.' },
    ],
  ],
};
