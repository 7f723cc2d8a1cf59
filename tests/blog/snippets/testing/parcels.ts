import { expect, test } from 'vitest';

import { handler } from '../both-eras/server.ts';
import { connect } from './connect.ts';

// #region tests
const ERAS = [
  { mode: 'legacy' as const },
  { mode: { pin: '2026-07-28' } },
];

test.each(ERAS)(
  'a client of $mode finds and calls the tool',
  async ({ mode }) => {
    const client = await connect(handler.fetch, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['track_parcel']);
    const call = {
      name: 'track_parcel',
      arguments: { number: 'RR123456785' },
    };
    expect(await client.callTool(call)).toMatchObject({
      content: [{ type: 'text', text: 'RR123456785: in transit' }],
    });
    await client.close();
  },
);

test.each(ERAS)(
  'a client of $mode is told which argument is wrong',
  async ({ mode }) => {
    const client = await connect(handler.fetch, mode);
    const call = { name: 'track_parcel', arguments: { number: 'rr 12' } };
    const result = await client.callTool(call);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('number');
    await client.close();
  },
);
// #endregion
