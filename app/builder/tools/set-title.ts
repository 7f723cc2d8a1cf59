import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { TURN_IS_OVER } from './workspace.ts';

export const setTitle = defineTool({
  name: 'set_title',
  effect: 'changes',
  words: { now: 'Naming the chat', done: 'Named the chat' },
  subject: ['title'],
  description: "Calls this chat after the person's goal, in a few words of their language.",
  input: z.strictObject({ title: z.string().trim().min(1).max(80) }),
  async run({ title }, { workspace }) {
    if (workspace.hasEnded) return { changed: [], problems: TURN_IS_OVER };
    const line = title.replace(/\s+/g, ' ');
    await workspace.ports.setTitle(line);
    return { changed: [`The chat is called "${line}".`], problems: [] };
  },
});
