import { expect, test } from 'vitest';

import { listAskedRequests, namedFor } from '#app/builder/tools/requests/asked-requests.ts';

const ORDERS = 'https://shop.example.com/api/orders';

test.each([
  [`Make a tool of GET ${ORDERS}?page_size=&state=`, ['page_size', 'state']],
  [`Make a tool of GET ${ORDERS} with \`state\` and pageSize`, ['state', 'pageSize']],
])('"%s" names parameters', (message, names) => {
  expect(namedFor(listAskedRequests(message), { method: 'GET', url: ORDERS })).toEqual(names);
});

test.each([
  [`GET ${ORDERS} answers {"orderId", "customerId", "total"}. Make a tool.`],
  [`GET ${ORDERS} returns { orderId, customerId }. Make a tool.`],
  [`Make a tool of GET ${ORDERS} that filters by state`],
])('"%s" names none', (message) => {
  expect(namedFor(listAskedRequests(message), { method: 'GET', url: ORDERS })).toEqual([]);
});
