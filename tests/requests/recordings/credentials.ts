import { args, upsert } from './builds.ts';
import { RUNS, type Recording } from './recording.ts';

const TOKENS = 'https://login.example.com/oauth/token';
const SPOTIFY = 'https://api.spotify.com/v1';
const PAY = 'https://pay.example.com/v1';
const text = (description: string) => ({ description, type: 'string', required: true });

export const CLIENT_CREDENTIALS: Recording = {
  id: 'client-credentials',
  turns: [
    [
      {
        calls: [
          {
            call: 'set_upstream',
            input: {
              baseUrl: 'https://ledger.example.com/v3',
              auth: { kind: 'oauth2', tokenUrl: TOKENS, scopes: ['ledger.write'] },
            },
            gets: `OAuth token from ${TOKENS}`,
          },
          upsert(
            'list_entries',
            'Lists the entries of an account. Use it before you write one.',
            'GET /entries',
            args({ account: 'Number of the account.', from: 'First day.', to: 'Last day.' }),
          ),
          upsert(
            'create_entry',
            'Writes an entry, which nobody can take back.',
            'POST /entries',
            args({
              account: text('Number of the account.'),
              amount: { type: 'number', required: true, description: 'In euros.' },
              text: text('What it is for.'),
            }),
          ),
        ],
      },
      { sees: [RUNS], says: 'Two tools. Set client id and client secret under Setup.' },
    ],
  ],
};

const MUSIC = [
  upsert(
    'search_music',
    'Finds tracks, albums, artists and playlists. Use it to get ids.',
    `GET ${SPOTIFY}/search`,
    args({
      q: text('Words to find.'),
      type: { items: 'string', style: 'form', required: true, description: 'Kinds to find.' },
    }),
  ),
  ...['track', 'album', 'artist', 'playlist'].map((kind) =>
    upsert(
      `get_${kind}`,
      `Gets one ${kind} by its id. Use it after search_music.`,
      `GET /${kind}s/{${kind}_id}`,
      args({ [`${kind}_id`]: text(`Id of the ${kind}.`) }),
    ),
  ),
  upsert(
    'list_album_tracks',
    'Lists the tracks of an album. Use it to play one of them.',
    'GET /albums/{album_id}/tracks',
    args({ album_id: text('Id of the album.') }),
  ),
  upsert(
    'list_devices',
    'Lists the devices that can play. Use it before start_playback.',
    'GET /me/player/devices',
  ),
  upsert(
    'start_playback',
    'Plays tracks on a device.',
    'PUT /me/player/play',
    args({
      device_id: { in: 'query', description: 'Id of the device.' },
      uris: { in: 'body', items: 'string', description: 'Tracks to play.' },
    }),
  ),
];

export const MUSIC_FROM_MEMORY: Recording = {
  id: 'music-from-memory',
  turns: [
    [
      {
        says: 'I build it from what I know.',
        calls: [
          { call: 'propose_plan', input: { goal: 'Find and play music.', steps: ['Eight tools'] } },
          {
            call: 'set_identity',
            input: { name: 'music', title: 'Music', description: 'Finds and plays music.' },
          },
          ...MUSIC,
        ],
      },
      {
        sees: [RUNS, 'api.spotify.com'],
        says: 'Eight tools wait: you did not name the host api.spotify.com.',
      },
    ],
    [
      {
        sees: ['search_music'],
        calls: [
          {
            call: 'set_upstream',
            input: {
              auth: { kind: 'oauth2', tokenUrl: 'https://accounts.spotify.com/api/token' },
            },
            gets: 'OAuth token from https://accounts.spotify.com/api/token',
          },
        ],
      },
      {
        sees: ['accounts.spotify.com'],
        says: 'The login waits for you, for it sends a secret to accounts.spotify.com.',
      },
    ],
  ],
};

export const SIGNED_FORM_CURSOR: Recording = {
  id: 'signed-form-cursor',
  turns: [
    [
      {
        calls: [
          {
            call: 'set_upstream',
            input: {
              baseUrl: PAY,
              auth: {
                kind: 'signature',
                algorithm: 'HMAC-SHA-256',
                encoding: 'hex',
                message: '{body}',
                send: [{ in: 'header', name: 'X-Signature', value: '{signature}' }],
              },
            },
            gets: 'are signed (HMAC-SHA-256, sent in header X-Signature)',
          },
          upsert(
            'create_charge',
            'Charges an amount. Money moves at once.',
            `POST ${PAY}/charges`,
            {
              bodyType: 'form',
              ...args({
                amount: { type: 'integer', minimum: 50, required: true, description: 'In cents.' },
                currency: text('Three letters, such as eur.'),
                note: 'Shown on the bill.',
              }),
            },
          ),
          upsert('list_charges', 'Lists charges, 100 at a time.', `GET ${PAY}/charges`, {
            ...args({ cursor: 'next_cursor of the last answer.' }),
            pagination: { kind: 'cursor', argument: 'cursor', nextPath: 'next_cursor' },
          }),
          {
            call: 'run_tool',
            input: { name: 'create_charge', arguments: { body: { amount: 50, currency: 'eur' } } },
            gets: ['amount=50&currency=eur', /x-signature/i],
          },
        ],
      },
      { sees: [RUNS], says: 'Each request is signed. Set the secret under Setup.' },
    ],
  ],
};
