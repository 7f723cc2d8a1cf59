import type { AnyNode, Expression, Statement } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** Whether a node is a loop whose condition always holds and whose body has no exit. */
export function isEndless(node: AnyNode, ancestors: AnyNode[]): boolean {
  if (
    node.type !== 'WhileStatement' &&
    node.type !== 'DoWhileStatement' &&
    node.type !== 'ForStatement'
  ) {
    return false;
  }
  return alwaysHolds(node.test) && !hasExit(node.body, labelsOf(ancestors));
}

/** True for no condition, `true` and numbers other than 0. */
function alwaysHolds(test: Expression | null | undefined): boolean {
  if (!test) return true;
  return test.type === 'Literal' && (test.value === true || Number(test.raw) > 0);
}

/** Labels of the loop itself: `continue` with one of them continues it. */
function labelsOf(ancestors: AnyNode[]): Set<string> {
  const labels = new Set<string>();
  for (const outer of ancestors.slice(0, -1).toReversed()) {
    if (outer.type !== 'LabeledStatement') break;
    labels.add(outer.label.name);
  }
  return labels;
}

function hasExit(body: Statement, own: ReadonlySet<string>): boolean {
  let found = false;
  fullAncestor(body, (node, _, ancestors) => {
    found ||= isJumpOrEnd(node) && isExit(node, ancestors.slice(0, -1), own);
  });
  return found;
}

/** Asked first, since what encloses a node takes time to look through. */
function isJumpOrEnd({ type }: AnyNode): boolean {
  return /^(?:Break|Continue|Return|Throw)Statement$/.test(type);
}

/** @param within ancestors of the node, from the loop's body on. */
function isExit(node: AnyNode, within: AnyNode[], own: ReadonlySet<string>): boolean {
  const isJump = node.type === 'BreakStatement' || node.type === 'ContinueStatement';
  const isEnd = node.type === 'ReturnStatement' || node.type === 'ThrowStatement';
  if (!isJump && !isEnd) return false;
  if (within.some(({ type }) => /Function/.test(type))) return false;
  if (isEnd) return true;
  const label = node.label?.name;
  if (label === undefined) {
    const takesBreak = ({ type }: AnyNode) => /^(For|While|DoWhile|Switch).*Statement$/.test(type);
    return node.type === 'BreakStatement' && !within.some(takesBreak);
  }
  const isInside = within.some(
    (outer) => outer.type === 'LabeledStatement' && outer.label.name === label,
  );
  return !isInside && (node.type === 'BreakStatement' || !own.has(label));
}
