import { createRequire } from 'node:module';

import { Ajv } from 'ajv';
import { Request } from 'miniflare';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { answerIdentityToolkit } from '../fakes/identity-toolkit.ts';
import { createSigner, makeClaims } from '../setup/id-token.ts';

const HOST = 'https://identitytoolkit.googleapis.com/v1';

const ApiDocument = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});

/** Google's own description of the API, as Firebase's emulator ships it. */
function loadApiDocument() {
  const require = createRequire(import.meta.url);
  const path = '../emulator/node_modules/firebase-tools/lib/emulator/auth/apiSpec.js';
  const { default: document } = z.looseObject({ default: ApiDocument }).parse(require(path));
  return document;
}

/** Whether a value has the documented shape and no member that is not documented. */
function isDocumented(name: string, value: unknown): boolean {
  const { components } = loadApiDocument();
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ components }, 'api');
  const members = z.record(z.string(), z.unknown()).parse(value);
  const properties = z
    .record(z.string(), z.unknown())
    .parse(components.schemas[name]?.['properties']);
  const isKnown = Object.keys(members).every((member) => member in properties);
  return isKnown && ajv.validate({ $ref: `api#/components/schemas/${name}` }, value);
}

async function call(method: string, body: object, key = '?key=demo-key') {
  const request = new Request(`${HOST}/accounts:${method}${key}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const answer = await answerIdentityToolkit(request);
  return { status: answer.status, body: await answer.json() };
}

async function makeBody(uid: string) {
  return { idToken: await (await createSigner('k')).sign(makeClaims({ sub: uid })) };
}

describe('the fake of Firebase’s accounts', () => {
  test('answers what Google documents', async () => {
    const body = await makeBody('shape');
    const looked = await call('lookup', body);
    expect(looked.status).toBe(200);
    expect(isDocumented('GoogleCloudIdentitytoolkitV1GetAccountInfoResponse', looked.body)).toBe(
      true,
    );
    const { users } = z.object({ users: z.array(z.unknown()) }).parse(looked.body);
    expect(isDocumented('GoogleCloudIdentitytoolkitV1UserInfo', users[0])).toBe(true);
    expect(isDocumented('GoogleCloudIdentitytoolkitV1UserInfo', { disabled: 'no' })).toBe(false);

    const deleted = await call('delete', body);
    expect(deleted.status).toBe(200);
    expect(isDocumented('GoogleCloudIdentitytoolkitV1DeleteAccountResponse', deleted.body)).toBe(
      true,
    );
  });

  test('refuses as Google does', async () => {
    const body = await makeBody('refused');
    await call('delete', body);
    for (const [answer, message] of [
      [await call('lookup', body), 'USER_NOT_FOUND'],
      [await call('delete', body), 'USER_NOT_FOUND'],
      [await call('lookup', { idToken: 'x' }), 'INVALID_ID_TOKEN'],
      [await call('delete', {}), 'MISSING_ID_TOKEN'],
    ] as const) {
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, message } } });
    }
    expect((await call('lookup', body, '')).status).toBe(403);
  });
});
