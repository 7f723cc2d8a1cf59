import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';

import { startStripeEmulator } from '../../../scripts/stripe-emulator.mjs';
import { listenLocally } from '../../fakes/listen-locally.ts';
import { StripeControl } from '../../fakes/stripe/stripe-control.ts';
import { findFreePort } from '../../setup/free-port.ts';

import { ADDRESSES, findPrice } from './open-account.ts';

/** The emulator as `npm start` runs it. */
async function startEmulator(state: string, port: number, webhooks: string) {
  const script = path.resolve('tests/fakes/stripe/serve.ts');
  const args = [script, String(port), state, webhooks, 'whsec_emulator'];
  const child = spawn(path.resolve('node_modules/.bin/node'), args);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise((resolve) => child.stdout.once('data', resolve));
  await Promise.race([ready, ended]);
  const stop = async () => {
    child.stdin.end();
    return await ended;
  };
  onTestFinished(async () => {
    await stop();
  });
  const origin = `http://localhost:${port}`;
  const control = new StripeControl('emulator', async (request) => {
    const { pathname } = new URL(request.url);
    return await fetch(`${origin}/_control${pathname}`, {
      method: 'POST',
      body: await request.text(),
    });
  });
  const stripe = new Stripe('sk_test_emulator', {
    host: 'localhost',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  return { stripe, control, origin, stop };
}

/** Listens for webhooks, and refuses the first. */
async function hearWebhooks() {
  const heard: string[] = [];
  let refused = 0;
  const { origin, close } = await listenLocally(0, async (request) => {
    if (refused === 0) {
      refused += 1;
      return new Response(null, { status: 500 });
    }
    const body = await request.text();
    const signature = request.headers.get('stripe-signature') ?? '';
    const event = await stripe.webhooks.constructEventAsync(body, signature, 'whsec_emulator');
    heard.push(event.type);
    return new Response(null, { status: 204 });
  });
  const stripe = new Stripe('sk_test_emulator');
  onTestFinished(close);
  return { heard, address: `${origin}/stripe/webhook`, wasRefused: () => refused > 0 };
}

const send = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

test('a person pays and sees to it on pages, webhooks arrive, and a restart forgets nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stripe-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'state', 'stripe.json');
  const port = await findFreePort();
  const { heard, address, wasRefused } = await hearWebhooks();
  const first = await startEmulator(file, port, address);
  const { stripe } = first;
  const { id: customer } = await stripe.customers.create({ email: 'a<b>@example.com' });
  const { id: price } = await findPrice(stripe, 'team_year');
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 3 }],
    ...ADDRESSES,
  });
  expect(session.url).toMatch(new RegExp(`^${first.origin}/`));
  const page = await (await fetch(session.url!)).text();
  for (const part of ['Team', '$1,470.00', 'Quantity: 3', 'Nothing is charged.', '/pricing']) {
    expect(page).toContain(part);
  }
  const refusal = await send(session.url!, { card: '4000 0000 0000 0002' });
  expect(refusal.status).toBe(402);
  expect(await refusal.text()).toContain('Your card was declined.');
  expect(await (await send(session.url!, { card: '12' })).text()).toContain('number is incorrect');
  const paid = await send(session.url!, { card: '4000 0000 0000 0341' });
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(
    `https://mcp.example.com/success?session_id=${session.id}`,
  );
  expect((await send(session.url!, { card: '4242424242424242' })).status).toBe(410);
  await expect.poll(() => heard).toContain('checkout.session.completed');
  expect(wasRefused()).toBe(true);
  expect(heard[0]).toBe('customer.created');
  await first.stop();

  const second = await startEmulator(file, port, address);
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  expect(subscription).toMatchObject({ status: 'active', items: { data: [{ quantity: 3 }] } });
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(await (await fetch(invoice!.hosted_invoice_url!)).text()).toContain(
    'a&lt;b&gt;@example.com',
  );
  const pdf = await fetch(invoice!.invoice_pdf!);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(await pdf.text()).toMatch(/^%PDF/);

  await second.control.advance(customer, { days: 366 });
  expect((await stripe.subscriptions.retrieve(subscription!.id)).status).toBe('past_due');
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://mcp.example.com/subscription',
  });
  expect(await (await fetch(portal.url)).text()).toContain('Card ending in 0341');
  await send(portal.url, { action: 'card', card: '4242 4242 4242 4242' });
  expect((await stripe.subscriptions.retrieve(subscription!.id)).status).toBe('active');
  await send(portal.url, { action: 'cancel', subscription: subscription!.id });
  const ending = await stripe.subscriptions.retrieve(subscription!.id);
  expect(ending.cancel_at_period_end).toBe(true);
  await send(portal.url, { action: 'resume', subscription: subscription!.id });
  await expect
    .poll(() => heard.filter((type) => type === 'customer.subscription.updated').length)
    .toBe(5);

  await second.control.hold();
  heard.length = 0;
  await stripe.customers.update(customer, { name: 'A' });
  await stripe.subscriptions.cancel(subscription!.id);
  await second.control.release('reversed');
  await expect.poll(() => heard).toEqual(['customer.subscription.deleted', 'customer.updated']);
});

test('npm start tells a port that is taken, and leaves another key alone', async () => {
  const port = await findFreePort();
  const taken = await listenLocally(port, () => Promise.resolve(new Response()));
  onTestFinished(taken.close);
  const stateFolder = await mkdtemp(path.join(tmpdir(), 'stripe-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const options = {
    host: `localhost:${port}`,
    key: 'sk_test_emulator',
    secret: 'whsec_emulator',
    app: 'http://localhost:1',
    stateFolder,
  };
  await expect(startStripeEmulator(options)).rejects.toThrow(
    `Port ${port} is taken, which the emulator of Stripe needs: stop what listens there, ` +
      `or set STRIPE_EMULATOR_HOST=localhost:${port + 1}.`,
  );
  expect(await startStripeEmulator({ ...options, key: 'sk_test_51Own' })).toBeNull();
  expect(await startStripeEmulator({ ...options, key: '' })).toBeNull();
  taken.close();
  await writeFile(path.join(stateFolder, 'stripe.json'), '{"stateVersion": 0}');
  await expect(startStripeEmulator(options)).rejects.toThrow('delete the file');
});
