/** A node of a Markdown or HTML tree, as far as our steps look at one. */
export interface TreeNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  value?: string;
  lang?: string | null;
  meta?: string | null;
  url?: string;
  data?: { meta?: string | null };
}

/** Visits a node and all below it, parents first. */
export function visitTree(
  node: TreeNode,
  visit: (node: TreeNode, parent: TreeNode | null) => void,
  parent: TreeNode | null = null,
): void {
  visit(node, parent);
  for (const child of node.children ?? []) visitTree(child, visit, node);
}

/** The text in a node and all below it. */
export function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
