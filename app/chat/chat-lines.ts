import { toPointView } from '#app/drafts/restore-points.ts';

import type { ChatState } from './chat-state.ts';
import type { ChatOutline } from './chat-stub.server.ts';
import type { ChatView } from './chat-view.ts';
import { branchOf, siblingsOf } from './message-tree.ts';

/**
 * A chat as JSON (a `ChatView`), in lines. Messages are JSON where they are stored, and stay it: read
 * and written anew, a large chat would take its size in memory several times over.
 */
export function toChatLines(
  state: ChatState,
  readText: (message: string) => string | null,
): string[] {
  const branch = branchOf(state);
  const branches = branch.flatMap(({ id }) => {
    const ids = siblingsOf(state, id).map((each) => each.id);
    return ids.length > 1 ? [[id, ids] as const] : [];
  });
  const head = {
    title: state.title,
    branches: Object.fromEntries(branches),
    isRunning: state.turn !== null,
    points: state.points.map(toPointView),
    current: state.points.at(-1)?.number ?? 0,
    model: state.model ?? null,
  } satisfies Omit<ChatView, 'messages'>;
  const messages = branch.flatMap(({ id, status, at }) => {
    const text = readText(id);
    if (text === null) return [];
    // Of two properties of a name the last one counts.
    return [`${text.slice(0, -1)},"metadata":${JSON.stringify({ status, at })}}`];
  });
  const separated = messages.map((text, index) => (index === 0 ? text : `,${text}`));
  return [`${JSON.stringify(head).slice(0, -1)},"messages":[`, ...separated, ']}'];
}

/** A chat without its texts; a message that is not stored yet is not shown. */
export function toOutline(state: ChatState, isStored: (message: string) => boolean): ChatOutline {
  const last = branchOf(state).findLast(({ id }) => isStored(id));
  return { last: last?.id ?? null, model: state.model ?? null };
}
