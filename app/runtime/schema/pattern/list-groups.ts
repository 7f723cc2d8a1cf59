import type { PatternNode } from './parse-pattern.ts';

/** A group that remembers what it matched. */
export type Group = Extract<PatternNode, { kind: 'group' }>;

/** The parts of a node, in their order. */
function partsOf(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.parts;
    case 'choice':
      return node.options;
    case 'repeat':
    case 'group':
    case 'look':
      return [node.part];
    default:
      return [];
  }
}

/** A node and all below it. */
function* walk(node: PatternNode): Generator<PatternNode> {
  yield node;
  for (const part of partsOf(node)) yield* walk(part);
}

/** Whether some part of a pattern matches what a group matched before. */
export function hasReference(node: PatternNode): boolean {
  for (const { kind } of walk(node)) if (kind === 'reference') return true;
  return false;
}

/** The groups in a pattern that some reference in it means. */
export function listReferred(node: PatternNode): Group[] {
  const named = new Set<string | number>();
  for (const each of walk(node)) if (each.kind === 'reference') named.add(each.group);
  return listGroups(node).filter((group) => [...named].some((name) => isMeant(group, name)));
}

/** All groups in a pattern. */
export function listGroups(node: PatternNode): Group[] {
  return [...walk(node)].filter((each) => each.kind === 'group');
}

/** Whether a reference means a group. */
export function isMeant({ number, name }: Group, reference: string | number): boolean {
  return reference === number || reference === name;
}
