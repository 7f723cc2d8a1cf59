import { expect, test } from 'vitest';

import { toServerNames } from '#app/workbench/to-server-names.ts';

const BLANK = { name: 'new-server', title: 'New server' };
const NAMED = { name: 'parcels', title: 'Parcel API' };

test.each([
  [null, BLANK, ['New server', null, 'New server · MCP Builder']],
  ['Track parcels', BLANK, ['Track parcels', null, 'Track parcels · MCP Builder']],
  [null, NAMED, ['Parcel API', null, 'Parcel API · MCP Builder']],
  [
    'Track parcels',
    NAMED,
    ['Parcel API', 'Track parcels', 'Track parcels · Parcel API · MCP Builder'],
  ],
  ['Parcel API', NAMED, ['Parcel API', null, 'Parcel API · MCP Builder']],
  [null, { name: 'parcels' }, ['parcels', null, 'parcels · MCP Builder']],
])('the names of a chat %j with %j', (title, identity, [heading, chat, page]) => {
  expect(toServerNames(title, identity)).toEqual({ heading, chat, page });
});
