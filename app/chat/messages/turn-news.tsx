import { useState } from 'react';

import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';

const WORDS: Record<string, string> = {
  stopped: 'Stopped.',
  failed: 'The builder failed.',
  spent: 'The budget of this turn is used up.',
  interrupted: 'The builder was interrupted.',
};

/** Announces to screen readers that a turn begins and how it ended, but not each word of it. */
export function TurnNews({ chat }: { chat: BuilderChat }) {
  const { isBusy, messages } = chat;
  // Nothing is said of what was over before the page was opened.
  const [hasRun, setRun] = useState(isBusy);
  if (isBusy && !hasRun) setRun(true);
  const status = messages.at(-1)?.metadata?.status ?? '';
  const news = isBusy ? 'The builder is working.' : hasRun ? (WORDS[status] ?? 'Done.') : '';
  return <output className="sr-only">{news}</output>;
}
