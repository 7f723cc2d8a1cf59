// Conversations in the shape of those that a strong model held with the builder: what the person said,
// and the calls of each request. The documents are made, so that the figures do not depend on others.

const CALL = (call, input = {}) => ({ call, input });
const READ = [CALL('read_blueprint')];
const SAY = (say = 'It is done as you asked; the rest stays as it was.') => [{ say }];

const NOUNS = ['customer', 'order', 'invoice', 'product', 'refund', 'shipment', 'coupon', 'review'];
const VERBS = ['get', 'post', 'put', 'delete'];

/** An OpenAPI document of so many operations, with the descriptions and fields that real ones have. */
export function makeDocument(operations) {
  const paths = {};
  for (let index = 0; index < operations; index += 1) {
    const noun = NOUNS[Math.floor(index / 4) % NOUNS.length];
    const verb = VERBS[index % 4];
    const group = `${noun}_${Math.floor(index / 4)}`;
    paths[`/${noun}s/${group}/{id}`] ??= {};
    paths[`/${noun}s/${group}/{id}`][verb] = operation(`${verb}_${group}`, noun, verb);
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Commerce', version: '1.0.0', description: 'Everything that a shop needs.' },
    servers: [{ url: 'https://api.commerce.example/v1' }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  });
}

function operation(operationId, noun, verb) {
  const text = { type: 'string', description: `The ${noun}'s own words for it.` };
  const fields = { id: text, name: text, total: { type: 'integer' }, created_at: text };
  const hasBody = verb === 'post' || verb === 'put';
  const schema = { type: 'object', properties: fields };
  return {
    operationId,
    tags: [noun],
    summary: `What is known of one ${noun}`,
    description: `Works on one ${noun} of the shop, and answers with what it is afterwards. Needs the permission ${noun}s.${verb}.`,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'expand', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'fields', in: 'query', schema: { type: 'string' }, description: 'Fields to answer.' },
    ],
    ...(hasBody ? { requestBody: { content: { 'application/json': { schema } } } } : {}),
    responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
  };
}

/** Names of the tools that such a document makes. */
function names(operations) {
  return Array.from({ length: operations }, (_, index) => {
    const noun = NOUNS[Math.floor(index / 4) % NOUNS.length];
    return `${VERBS[index % 4]}_${noun}_${Math.floor(index / 4)}`;
  });
}

function upsert(name, more = {}) {
  return CALL('upsert_tool', {
    name,
    description: `Gets what the shop knows under ${name}. Use it before anything is changed.`,
    method: 'GET',
    path: `/things/${name}/{id}`,
    arguments: [{ name: 'id', type: 'string', in: 'path', description: 'Id of the thing.' }],
    ...more,
  });
}

const IMPORT = [CALL('import_document', { attachment: 'pasted text 1' })];
const paste = (operations) => `Import this, please:\n${makeDocument(operations)}`;
const removeAll = (operations, kept) =>
  names(operations)
    .slice(kept)
    .map((name) => CALL('remove_tool', { name }));
const tries = (list) => list.map((name) => CALL('run_tool', { name, arguments: { id: '7' } }));

/** Ten tools, rewritten with what they are for. */
const rewritten = (kept) =>
  kept.map((name) => ({
    name,
    description: `Gets what the shop knows under ${name}. Use it before anything is changed.`,
  }));

const TEN = names(84)
  .filter((_name, index) => index % 8 === 0)
  .slice(0, 10);
const COMPOSITE = CALL('upsert_tool', {
  name: 'summarize_customer',
  description: 'Gets a customer with what they ordered. Use it before answering a complaint.',
  arguments: [{ name: 'id', type: 'string', description: 'Id of the customer.' }],
  code: {
    source: `export default async (args, context) => {
  const customer = await context.json('api', { method: 'GET', path: '/customers/customer_0/' + args.id });
  const order = await context.callTool('get_order_1', { id: args.id });
  return { customer, order: order.structuredContent };
};`,
  },
});

/**
 * The conversations: `goal` is half of the tokens that the recorded one took with other tools, or what a
 * curation may take; `before` are those that this one took before earlier turns were folded.
 */
export const TALKS = [
  {
    name: '84 operations to the best 10',
    goal: 223_000,
    before: 1_199_800,
    turns: [
      { said: paste(84), steps: [IMPORT, READ, SAY()] },
      { said: 'Keep the ten most useful ones only', steps: [READ, removeAll(84, 10), SAY()] },
      { said: 'Yes of course, remove all 74 of them', steps: [removeAll(84, 10), SAY()] },
      { said: 'Go on', steps: [READ, SAY()] },
      {
        said: 'Then build the ten by hand',
        steps: [names(10).map((name) => upsert(`my_${name}`)), SAY()],
      },
      { said: 'Say in each description when to use it', steps: [SAY()] },
      { said: 'Try two of them', steps: [tries(['my_get_customer_0', 'my_get_order_1']), SAY()] },
      { said: 'Thanks', steps: [SAY()] },
    ],
  },
  {
    name: '452 operations, some reads',
    goal: 279_000,
    before: 1_348_300,
    turns: [
      {
        said: paste(452),
        steps: [
          IMPORT,
          READ,
          [CALL('read_file', { path: 'README.md' })],
          [CALL('run_checks')],
          SAY(),
        ],
      },
      {
        said: 'Only keep what reads, and describe it better',
        steps: [
          READ,
          [CALL('read_report')],
          removeAll(452, 440),
          READ,
          [upsert('get_customer_0', { description: 'Gets a customer by id.' })],
          tries(names(4)),
          SAY(),
        ],
      },
    ],
  },
  {
    name: 'a large import, reads and edits over 8 turns',
    before: 3_889_400,
    turns: [
      { said: paste(200), steps: [IMPORT, SAY()] },
      ...Array.from({ length: 7 }, (_, index) => ({
        said: `Look at group ${index} and give its tools better names`,
        steps: [READ, [upsert(`group_${index}_get`)], tries([`group_${index}_get`]), SAY()],
        changed: [`Added group_${index}_get.`],
      })),
    ],
  },
  {
    name: 'edits of parameters',
    goal: 16_000,
    before: 41_100,
    turns: [
      {
        said: 'Make a tool that gets a user by id from https://api.acme.example',
        steps: [
          [CALL('set_upstream', { baseUrl: 'https://api.acme.example' }), upsert('get_user')],
          SAY(),
        ],
      },
      { said: 'The id is a number', steps: [READ, [upsert('get_user')], SAY()] },
      { said: 'And add an argument for the language', steps: [[upsert('get_user')], SAY()] },
    ],
  },
  {
    // The same wishes as in the first one; what was asked there again because removals waited is not.
    name: '84 operations to the best 10, with select_tools and edit_tools',
    goal: 60_000,
    turns: [
      { said: paste(84), steps: [IMPORT, SAY()] },
      {
        said: 'Keep the ten most useful ones only',
        steps: [READ, [CALL('select_tools', { action: 'keep', names: TEN })], SAY()],
      },
      {
        said: 'Say in each description when to use it',
        steps: [[CALL('edit_tools', { edits: rewritten(TEN) })], SAY()],
      },
      { said: 'Try two of them', steps: [tries(TEN.slice(0, 2)), SAY()] },
      { said: 'Thanks', steps: [SAY()] },
    ],
  },
  {
    name: '452 operations to ten and a composite tool, in one message',
    turns: [
      {
        said: paste(452),
        steps: [
          [CALL('search_operations', { attachment: 'pasted text 1', find: 'get one customer' })],
          [CALL('import_document', { attachment: 'pasted text 1', only: { names: TEN } })],
          [CALL('edit_tools', { edits: rewritten(TEN) }), COMPOSITE],
          tries(['summarize_customer', ...TEN.slice(0, 1)]),
          SAY(),
        ],
      },
    ],
  },
];
