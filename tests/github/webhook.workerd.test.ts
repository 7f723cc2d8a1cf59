import { env } from 'cloudflare:workers';
import { sign } from '@octokit/webhooks-methods';
import { describe, expect, test } from 'vitest';

import { sweepDeliveries } from '#app/github/webhook/delivery-store.server.ts';

import {
  countDeliveries,
  hear,
  HOOK_SECRET,
  HookedProject,
  send,
  toHookRequest,
  toSha,
  WEBHOOK,
} from './hooked-project.workerd.ts';

const HEAD = toSha('a commit of somebody');

function pushOf({ repository }: HookedProject, over: object = {}) {
  const payload = { ref: 'refs/heads/main', after: HEAD, deleted: false, repository, ...over };
  return { event: 'push', payload };
}

describe('a webhook of GitHub', () => {
  test('that nobody signed, or not this, changes nothing', async () => {
    const hooked = await HookedProject.start();
    const sent = pushOf(hooked);
    const body = JSON.stringify(sent.payload);
    const good = await sign(HOOK_SECRET, body);
    const bad: [string, string, string | null][] = [
      ['no signature', body, null],
      ['an empty one', body, ''],
      ['nonsense', body, 'sha256=zz'],
      ['the old algorithm', body, good.replace('sha256', 'sha1')],
      ['another secret', body, await sign('another', body)],
      ['one character more', `${body} `, good],
      ['a truncated body', body.slice(0, -10), good],
      ['no body', '', good],
      ['a cut signature', body, good.slice(0, -2)],
      ['two signatures', body, `${good},${good}`],
    ];
    for (const [why, content, signature] of bad) {
      const headers = new Headers({ 'x-github-event': 'push', 'x-github-delivery': 'forged' });
      if (signature !== null) headers.set('x-hub-signature-256', signature);
      const request = new Request(WEBHOOK, { method: 'POST', body: content, headers });
      const answer = await send(request);
      expect(answer.status, why).toBe(401);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await countDeliveries('forged')).toBe(0);
    expect((await hooked.seeLink()).headSha).toBeNull();
    expect((await hear(sent)).status).toBe(204);
    expect((await hooked.seeLink()).headSha).toBe(HEAD);
  });

  test('is taken from a page of no other site, and needs no cookie', async () => {
    const hooked = await HookedProject.start();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await hear({ ...pushOf(hooked), headers })).status).toBe(204);
    expect((await send(new Request(WEBHOOK))).status).toBe(405);
  });

  test('is taken by any of two secrets, and by none where none is set', async () => {
    const hooked = await HookedProject.start();
    const both = { GITHUB_WEBHOOK_SECRET: `new-secret, ${HOOK_SECRET}` };
    expect((await hear(pushOf(hooked), both)).status).toBe(204);
    expect((await hear({ ...pushOf(hooked), secret: 'new-secret' }, both)).status).toBe(204);
    expect((await hear({ ...pushOf(hooked), secret: 'new-secret' })).status).toBe(401);
    const off = await hear(pushOf(hooked), { GITHUB_WEBHOOK_SECRET: '' });
    expect(off.status).toBe(501);
    expect(await off.text()).toContain('GITHUB_WEBHOOK_SECRET');
  });

  test('that is too large, not JSON, without a name or otherwise than documented is refused', async () => {
    const hooked = await HookedProject.start();
    const sent = pushOf(hooked);
    const large = await toHookRequest(sent);
    const headers = new Headers(large.headers);
    const body = 'x'.repeat(26 * 1_048_576);
    expect((await send(new Request(WEBHOOK, { method: 'POST', body, headers }))).status).toBe(413);
    const form = `payload=${encodeURIComponent(JSON.stringify(sent.payload))}`;
    headers.set('x-hub-signature-256', await sign(HOOK_SECRET, form));
    const asForm = await send(new Request(WEBHOOK, { method: 'POST', body: form, headers }));
    expect(asForm.status).toBe(415);
    expect(await asForm.text()).toContain('application/json');
    const unnamed = await hear({ ...sent, headers: { 'x-github-delivery': '' } });
    expect(unnamed.status).toBe(400);
    const strange = await hear({ event: 'push', payload: { ref: 7 } });
    expect(strange.status).toBe(422);
    // Who has signed bodies of one event can name another one: it is not part of what is signed.
    expect((await hear({ ...sent, event: 'pull_request' })).status).toBe(422);
    expect((await hooked.seeLink()).headSha).toBeNull();
  });

  test('that is refused often slows down who sends it, and nobody else', async () => {
    const statuses: number[] = [];
    const headers = { 'cf-connecting-ip': '198.51.100.9', 'x-hub-signature-256': 'sha256=0' };
    // The limit counts by the minute, and one may begin meanwhile.
    for (let sent = 0; sent < 120 && statuses.at(-1) !== 429; sent += 1) {
      const request = new Request(WEBHOOK, { method: 'POST', body: '{}', headers });
      statuses.push((await send(request)).status);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    const hooked = await HookedProject.start();
    const address = { 'cf-connecting-ip': '198.51.100.9' };
    expect((await hear({ ...pushOf(hooked), headers: address })).status).toBe(204);
  });

  test('comes twice, also at once: it counts once, and again only where its work failed', async () => {
    const hooked = await HookedProject.start();
    const id = crypto.randomUUID();
    const first = { ...pushOf(hooked), id };
    const answers = await Promise.all([1, 2, 3].map(() => hear(first)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await countDeliveries(id)).toBe(1);
    // The branch has moved on; a repetition of the old delivery does not take it back.
    const later = toSha('a later commit');
    await hear(pushOf(hooked, { after: later }));
    expect((await hear(first)).status).toBe(204);
    expect((await hooked.seeLink()).headSha).toBe(later);
  });

  test('of what nobody has linked, or of what we do not know, is taken and forgotten', async () => {
    const hooked = await HookedProject.start();
    const ids = ['nobody', 'ping', 'star', 'tag', 'other-branch'].map(
      (name) => `${name}-${crypto.randomUUID()}`,
    );
    const [nobody, ping, star, tag, branch] = ids;
    const stranger = { ...hooked.repository, id: 1 };
    const heard = await Promise.all([
      hear({ ...pushOf(hooked, { repository: stranger }), id: nobody }),
      hear({ event: 'ping', payload: { zen: 'Keep it logically awesome.' }, id: ping }),
      hear({ event: 'star', payload: { action: 'created' }, id: star }),
      hear({ ...pushOf(hooked, { ref: 'refs/tags/main' }), id: tag }),
      hear({ ...pushOf(hooked, { ref: 'refs/heads/feature/main' }), id: branch }),
    ]);
    expect(heard.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect((await hooked.seeLink()).headSha).toBeNull();
    expect(await countDeliveries(...ids)).toBe(1);
  });

  test('is forgotten when no repetition can come any more', async () => {
    const hooked = await HookedProject.start();
    const id = crypto.randomUUID();
    await hear({ ...pushOf(hooked), id });
    const day = 24 * 60 * 60_000;
    await sweepDeliveries(env.DB, Date.now() + 29 * day);
    expect(await countDeliveries(id)).toBe(1);
    await sweepDeliveries(env.DB, Date.now() + 31 * day);
    expect(await countDeliveries(id)).toBe(0);
  });
});
