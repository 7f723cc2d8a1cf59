import type { ChatState, MessageNode } from './chat-state.ts';

type Tree = Pick<ChatState, 'messages' | 'leaf'>;

/** The messages of the branch that is shown, first to last. */
export function branchOf(state: Tree, leaf: string | null = state.leaf): MessageNode[] {
  const byId = new Map(state.messages.map((node) => [node.id, node]));
  const branch: MessageNode[] = [];
  for (let id = leaf; id !== null;) {
    const node = byId.get(id);
    if (node === undefined) break;
    branch.push(node);
    id = node.parent;
  }
  return branch.toReversed();
}

/** The messages at the same place as this one, itself included, oldest first. */
export function siblingsOf(state: Tree, id: string): MessageNode[] {
  const node = findMessage(state, id);
  return node ? state.messages.filter(({ parent }) => parent === node.parent) : [];
}

/** The newest end of the branch that goes through a message. */
export function lastBelow(state: Tree, id: string): string {
  const newest = new Map<string, string>();
  for (const { id: child, parent } of state.messages) {
    if (parent !== null) newest.set(parent, child);
  }
  let last = id;
  for (let next = newest.get(last); next !== undefined; next = newest.get(last)) last = next;
  return last;
}

export function findMessage(state: Tree, id: string | null): MessageNode | undefined {
  return state.messages.find((node) => node.id === id);
}
