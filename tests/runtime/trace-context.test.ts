import { expect, test } from 'vitest';

import { readTrace, withTrace } from '#app/runtime/trace-context.ts';

import { connect, eras, serve } from './connect.ts';
import { recordingUpstream } from './context.ts';
import { petstore } from './petstore.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

test.each([
  undefined,
  7,
  '',
  'nonsense',
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  PARENT.toUpperCase(),
  `${PARENT}\r\nX: y`,
])('%j is not a trace', (text) => {
  expect(readTrace(text, undefined)).toBeUndefined();
});

test('of a future version, the known part is passed on', () => {
  expect(readTrace(`01-${TRACE}-00f067aa0ba902b7-01-more`, undefined)).toEqual({
    traceparent: `01-${TRACE}-00f067aa0ba902b7-01`,
  });
});

test('a state that no header can carry is omitted', () => {
  expect(readTrace(PARENT, 'a=1\r\nX: y')).toEqual({ traceparent: PARENT });
  expect(readTrace(PARENT, 'x'.repeat(513))).toEqual({ traceparent: PARENT });
});

test('each request is a separate child', () => {
  const request = { method: 'GET', path: '/', headers: [] };
  const children = [1, 2].map(() => withTrace(request, readTrace(PARENT, 'a=1')).headers);
  for (const headers of children) {
    expect(headers[0]?.[1]).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(headers[1]).toEqual(['tracestate', 'a=1']);
  }
  expect(children[0]).not.toEqual(children[1]);
  expect(JSON.stringify(children)).not.toContain('00f067aa0ba902b7');
});

test('a trace set by a tool itself is kept', () => {
  const headers: [string, string][] = [['Traceparent', 'own']];
  const request = { method: 'GET', path: '/', headers };
  expect(withTrace(request, readTrace(PARENT, undefined))).toBe(request);
});

test.each(eras)('the trace of a caller of %s reaches the upstream', async (_, negotiation) => {
  const { fetch, requests } = recordingUpstream('{"id":7,"name":"Rex"}');
  const answer = serve(petstore(), fetch);
  const withHeader = (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set('traceparent', PARENT);
    return answer(new Request(request, { headers }));
  };
  const byHeader = await connect(withHeader, negotiation);
  await byHeader.callTool({ name: 'get_pet', arguments: { petId: 7 } });
  const byMessage = await connect(answer, negotiation);
  const params = { name: 'get_pet', arguments: { petId: 7 }, _meta: { traceparent: PARENT } };
  await byMessage.callTool(params);
  const without = await connect(answer, negotiation);
  await without.callTool({ name: 'get_pet', arguments: { petId: 7 } });
  const sent = requests.map(({ headers }) => Object.fromEntries(headers)['traceparent']);
  expect(sent).toEqual([
    expect.stringContaining(`00-${TRACE}-`),
    expect.stringContaining(`00-${TRACE}-`),
    undefined,
  ]);
});
