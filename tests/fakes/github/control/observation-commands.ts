import * as z from 'zod';

import type { Delivery } from '../webhooks/delivery.ts';
import { EMULATOR_WEBHOOK_SECRET, headersOf, targetOf } from '../webhooks/sign.ts';
import { FAULT_KINDS, type World } from '../world.ts';

import { command, type Command } from './command.ts';

const signing = { secret: z.string().optional() };

/** A webhook as it would be posted: signed with its own secret, or the given one. */
function toPost(world: World, delivery: Delivery, secret: string | undefined) {
  const { id, event, body } = delivery;
  const own = targetOf(world, delivery)?.secret;
  const headers = headersOf(delivery, secret ?? own ?? EMULATOR_WEBHOOK_SECRET);
  return { id, event, body, headers };
}

export const observationCommands: Record<string, Command> = {
  /** The next requests that contain a text go wrong, after some that go well. */
  fault: command(
    z.strictObject({
      match: z.string().default(''),
      kind: z.enum(FAULT_KINDS),
      times: z.int().default(1),
      skip: z.int().default(0),
      seconds: z.int().default(60),
    }),
    ({ world }, fault) => {
      world.faults.push(fault);
      return {};
    },
  ),
  clearFaults: command(z.strictObject({}), ({ world }) => {
    world.faults = [];
    return {};
  }),
  /** Requests to the API so far, oldest first. */
  requests: command(z.strictObject({}), ({ world: { requests } }) => ({ requests })),
  forgetRequests: command(z.strictObject({}), ({ world }) => {
    world.requests = [];
    return {};
  }),
  /** Takes what was not as GitHub's document has it. */
  mismatches: command(z.strictObject({}), ({ world }) => {
    const { mismatches } = world;
    world.mismatches = [];
    return { mismatches };
  }),
  /** Takes the webhooks that are waiting, oldest first; of some events, or all. */
  take: command(
    z.strictObject({ ...signing, events: z.array(z.string()).optional() }),
    ({ world }, { secret, events }) => {
      const isMeant = ({ event }: Delivery) => events === undefined || events.includes(event);
      const taken = world.deliveries.filter(isMeant);
      world.deliveries = world.deliveries.filter((each) => !isMeant(each));
      world.posted.push(...taken);
      return { deliveries: taken.map((each) => toPost(world, each, secret)) };
    },
  ),
  /** A webhook that was taken or posted, as GitHub sends it again: under the same number. */
  replay: command(z.strictObject({ ...signing, id: z.string() }), ({ world }, { id, secret }) => {
    const found = world.posted.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no delivery ${id}`);
    return toPost(world, found, secret);
  }),
  /** Webhooks of the app go to an address from now on, and are not taken any more. */
  deliverTo: command(z.strictObject({ url: z.url(), secret: z.string() }), ({ world }, webhook) => {
    world.deliveries = [];
    world.webhook = webhook;
    return {};
  }),
  /** Webhooks wait, or are released: in their order, reversed, or each twice. */
  hold: command(
    z.strictObject({
      isHeld: z.boolean(),
      order: z.enum(['same', 'reversed', 'twice']).default('same'),
    }),
    ({ world }, { isHeld, order }) => {
      world.holdsWebhooks = isHeld;
      const waiting = world.deliveries;
      if (order === 'reversed') world.deliveries = waiting.toReversed();
      if (order === 'twice') world.deliveries = waiting.flatMap((each) => [each, each]);
      return {};
    },
  ),
};
