import * as z from 'zod';

import type { Asker } from './asker.ts';
import { say } from './seed-projects.ts';

const Chat = z.object({ id: z.string() });

/** Chats of one person. */
export interface SeededChats {
  /** Two turns of the built-in builder. */
  talk: string;
  /** Public; its server is a template's. */
  public: string;
  /** The autopilot has done its rounds in it. */
  goal: string;
}

/** Talks to the built-in builder, shares a chat, and lets the autopilot work on one. */
export async function seedChats(asker: Asker): Promise<SeededChats> {
  const talk = (await asker.ask(Chat, 'POST', '/api/chats', {})).id;
  await say(
    asker,
    talk,
    'Add a tool that gets https://api.example.com/users/{id} and returns name and email',
  );
  await say(asker, talk, 'Rename get_user to find_user');
  const shared = (await asker.ask(Chat, 'POST', '/api/drafts', { template: 'weather' })).id;
  await say(asker, shared, 'Rename get_forecast to forecast');
  const names = { title: 'Weather for the harbour', visibility: 'public' };
  await asker.text('PATCH', `/api/chats/${shared}`, names);
  return { talk, public: shared, goal: await seedGoal(asker) };
}

async function seedGoal(asker: Asker): Promise<string> {
  const { id } = await asker.ask(Chat, 'POST', '/api/chats', {});
  const goal = 'Add a tool that gets https://api.example.com/orders/{id} as get_order';
  await asker.text('POST', `/api/chats/${id}/autopilot`, { goal, target: 80, maxRounds: 3 });
  const Run = z.looseObject({ end: z.nullish(z.string()) });
  for (;;) {
    const run = await asker.ask(Run, 'GET', `/api/chats/${id}/autopilot`);
    if (typeof run.end === 'string') return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
