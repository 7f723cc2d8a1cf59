import * as z from 'zod';

import type { StripeControl } from '../../../fakes/stripe/stripe-control.ts';

import type { Asker } from './asker.ts';

const Page = z.object({ url: z.string() });
const Team = z.object({ id: z.string() });
const Invitation = z.object({ link: z.string() });
const Client = z.object({ client_id: z.string() });

/** A team of one person, whom they pay for. */
export interface SeededTeam {
  team: string;
  /** Path and token of a link for somebody who has not joined yet. */
  invitation: string;
}

/** Buys the plan Team at Stripe's emulator, founds a team, and invites somebody. */
export async function seedTeam(
  asker: Asker,
  stripe: StripeControl,
  invited: string,
): Promise<SeededTeam> {
  const choice = { tier: 'team', interval: 'month', currency: 'usd', seats: 3 };
  const { url } = await asker.ask(Page, 'POST', '/api/billing/checkout', choice);
  const session = /cs_\w+/.exec(url)?.[0];
  if (session === undefined) throw new Error(`${url} names no session.`);
  const paid = await stripe.complete(session, '4242424242424242');
  if (paid.error) throw new Error(paid.error.message);
  await asker.text('POST', '/api/billing/sync');
  const { id } = await asker.ask(Team, 'POST', '/api/teams', { name: 'Analytical Engines' });
  const invitation = { email: invited, role: 'editor' };
  const { link } = await asker.ask(Invitation, 'POST', `/api/teams/${id}/invitations`, invitation);
  return { team: id, invitation: link.slice(link.indexOf('/invite')) };
}

/** The address at which an MCP client asks to be let in. */
export async function seedConsent(asker: Asker, origin: string, slug: string): Promise<string> {
  const redirect = 'http://127.0.0.1:6274/oauth/callback';
  const { client_id: client } = await asker.ask(Client, 'POST', '/oauth/register', {
    client_name: 'Editor',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    state: 'state-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: `${origin}/mcp/${slug}`,
  });
  return `/oauth/authorize?${query.toString()}`;
}
