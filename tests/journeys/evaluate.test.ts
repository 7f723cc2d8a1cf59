import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { requestsOf, scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { serveModel } from '../fakes/serve-model.ts';

const FLEET = 'https://fleet.example.com/api/v2';
const TRIAL: ModelAnswer = { lines: [{ call: 'report_ready', input: { word: 'ready' } }] };
const TIME = { type: 'string', format: 'date-time', required: true };

const folder = mkdtempSync(path.join(tmpdir(), 'evaluate-'));
let model: Awaited<ReturnType<typeof serveModel>>;
beforeAll(async () => {
  model = await serveModel();
});
afterAll(() => {
  model.close();
  rmSync(folder, { recursive: true });
});

function upsert(name: string, description: string, method: string, url: string, ...rest: object[]) {
  const args = rest.map((each) => ({ type: 'string', description: 'As the API says.', ...each }));
  const request = { method, url, base: FLEET };
  return { call: 'upsert_tool', input: { name, description, request, arguments: args } };
}

/** A model that builds at once what the first of the conversations asks for. */
const GOOD: ModelAnswer[] = [
  TRIAL,
  {
    lines: [
      {
        call: 'set_identity',
        input: { name: 'fleet', title: 'Fleet', description: 'Vehicles and their bookings.' },
      },
      { call: 'set_upstream', input: { baseUrl: FLEET, auth: { kind: 'bearer' } } },
      upsert(
        'list_vehicles',
        'Lists vehicles. Use it to find ids.',
        'GET',
        '/vehicles',
        { name: 'status', enum: ['active', 'workshop', 'retired'] },
        { name: 'depot' },
        { name: 'limit', type: 'integer', minimum: 1, maximum: 200, default: 50 },
      ),
      upsert(
        'get_vehicle',
        'Gets one vehicle with its depot and status. Use it when you know the id.',
        'GET',
        '/vehicles/{vehicle_id}',
        {
          name: 'vehicle_id',
          required: true,
        },
      ),
      upsert(
        'book_vehicle',
        'Books a vehicle for a driver.',
        'POST',
        '/vehicles/{vehicle_id}/bookings',
        { name: 'vehicle_id', required: true },
        { name: 'from', ...TIME },
        { name: 'to', ...TIME },
        { name: 'driver', required: true },
        { name: 'purpose' },
      ),
      upsert('cancel_booking', 'Cancels a booking for good.', 'DELETE', '/bookings/{booking_id}', {
        name: 'booking_id',
        required: true,
      }),
      upsert(
        'list_depots',
        'Lists all depots with their ids and addresses. Use it before booking.',
        'GET',
        '/depots',
      ),
    ],
    usage: { input: 4_000, cached: 1_000, output: 900 },
  },
  {
    lines: [{ say: 'The server has five tools.' }],
    usage: { input: 6_000, cached: 4_000, output: 100 },
  },
];

const newKey = () => `sk-evaluated-${crypto.randomUUID()}`;

/** Runs `npm run evaluate` with these flags, and with the scripted server as the model's. */
function evaluate(key: string, flags: string) {
  const place = flags === '' ? '' : ` --base-url ${model.baseUrl}`;
  const words = ['tests/requests/evaluate.mjs', ...(flags + place).split(' ').filter(Boolean)];
  const env = { ...process.env, EVALUATE_API_KEY: key };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, words, { env }, (_error, out, errors) =>
      resolve({ code: child.exitCode ?? 1, output: out + errors }),
    );
  });
}

test('a model is evaluated: what succeeded, and what it took', async () => {
  const key = newKey();
  scriptModel(key, { answers: GOOD });
  const out = path.join(folder, 'good.json');
  const { code, output } = await evaluate(
    key,
    `--model scripted --only endpoint-list --price 2,10,0.5 --out ${out} --verbose`,
  );
  expect(output).toContain('✓ endpoint-list: 2 requests');
  expect(code).toBe(0);
  // 5,000 × 2 + 5,000 × 0.5 + 1,000 × 10, for a million.
  expect(output).toContain(
    '| endpoint-list | 1 of 1 | 2 | 10.0k (6.0k) | 5.0k | 1.0k | $0.0225 | 0 |',
  );
  const evaluation = JSON.parse(readFileSync(out, 'utf8'));
  expect(evaluation).toMatchObject({
    model: 'scripted',
    baseUrl: model.baseUrl,
    total: {
      conversations: 1,
      good: 1,
      requests: 2,
      input: 10_000,
      cached: 5_000,
      output: 1_000,
      largestInput: 6_000,
    },
    conversations: [{ id: 'endpoint-list', isGood: true, turns: [{ reasons: [] }] }],
  });
  expect(JSON.stringify(evaluation)).not.toContain(key);
  expect(requestsOf(key)).toHaveLength(3);
});

test('a model that only talks fails, with the reasons', async () => {
  const key = newKey();
  scriptModel(key, { answers: [TRIAL, { lines: [{ say: 'It is done.' }] }] });
  const flags = '--model scripted --only endpoint-list --verbose';
  const { code, output } = await evaluate(key, flags);
  expect(output).toContain('✗ endpoint-list: 1 requests');
  expect(output).toContain('endpoint-list turn 1: 0 tools, 5 wanted');
  expect(output).toContain('| unknown |');
  expect(code).toBe(0);
});

test('an evaluation ends with its budget, and sends nothing more', async () => {
  const key = newKey();
  scriptModel(key, { answers: [TRIAL], repeatsLast: true });
  const flags = '--model scripted --set conversations --max-requests 4';
  const { code, output } = await evaluate(key, flags);
  expect(output).toContain('The budget is spent: 20 of 20 conversations were not held.');
  expect(code).toBe(1);
  expect(requestsOf(key)).toHaveLength(4);
});

test('a model that cannot be used, or none, ends it with a sentence', async () => {
  const unknown = await evaluate('sk-nobody-knows', '--model m');
  expect(unknown.output).toMatch(/The model cannot be used: .*rejected the API key/);
  expect(unknown.code).toBe(2);
  const none = await evaluate('', '');
  expect(none.output).toContain('--model is missing');
  expect(none.code).toBe(2);
});
