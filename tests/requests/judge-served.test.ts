import { expect, test } from 'vitest';

import { judge } from './judge.mjs';

const BLUEPRINT = {
  upstreams: [{ id: 'api', baseUrl: 'https://shop.example.com' }],
  tools: [
    {
      name: 'get_order',
      enabled: true,
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      action: { kind: 'http', upstream: 'api', method: 'GET', path: '/orders/{id}' },
    },
  ],
};
const CALL = { call: 'GET https://shop.example.com/orders/{id}', text: 'total', textNot: 'mail' };

function judged(predicate: object, more: object = {}) {
  const result = { name: 'get_order', isError: false, text: '{"total":5}' };
  const check = { id: 'tools.examples', status: 'fail' };
  return judge(predicate, {
    blueprint: BLUEPRINT,
    before: null,
    title: 'Orders',
    answer: { text: 'Done.', asked: false },
    served: {
      tools: [{}],
      prompts: [],
      resources: [{}, {}],
      calls: new Map([[predicate, result]]),
      report: { score: 93, checks: [check] },
    },
    ...more,
  });
}

test.each<[string, object]>([
  ['lists', { serves: { tools: [1, 1], resources: [1] } }],
  ['a call', CALL],
  ['a call by the name of its tool', { callLike: '^get_', text: 'total' }],
  ['the score', { score: 93 }],
  ['so many failing checks', { fails: 1 }],
  ['what should stay', { keeps: ['GET https://shop.example.com/orders/{id}'] }],
  ['so many tools at most', { toolsMax: 1 }],
  ['that nothing is asked', { asked: false }],
  ['what the title leaves out', { titleNot: 'secret' }],
])('%s that should hold does', (_what, predicate) => {
  expect(judged(predicate)).toBeNull();
});

test.each<[object, RegExp]>([
  [{ serves: { tools: [2, 3] } }, /1 tools served, 2 to 3 wanted/],
  [{ serves: { prompts: [1] } }, /0 prompts served, at least 1/],
  [{ ...CALL, text: 'customer' }, /its result lacks customer/],
  [{ ...CALL, textNot: 'total' }, /its result holds total/],
  [{ ...CALL, isError: true }, /fails not/],
  [{ score: 94 }, /score 93/],
  [{ fails: 0 }, /1 checks fail: tools.examples/],
  [{ keeps: ['GET https://shop.example.com/customers'] }, /should have stayed/],
  [{ toolsMax: 0 }, /1 tools, at most 0/],
  [{ asked: true }, /asks nothing/],
  [{ titleNot: 'orders' }, /the title holds/],
])('%j that should not hold says why', (predicate, why) => {
  expect(judged(predicate)).toMatch(why);
});

test('a draft without a report has no score', () => {
  expect(judged({ score: 1 }, { served: { calls: new Map(), report: null } })).toBe('score null');
});
