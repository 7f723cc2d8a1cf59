import { readFileSync } from 'node:fs';
import path from 'node:path';

import { visitTree, type TreeNode } from './tree.ts';

/** Where the code of the articles lies, as files that the tests run. */
export const SNIPPETS = 'tests/blog/snippets';

/** A place in a file: all of it, or what stands between `#region name` and `#endregion`. */
const PLACE = /^file=(\S+?)(?:#(\S+))?$/;

/**
 * Fills each empty block of code whose first line names a file: ` ```ts file=both-eras/server.ts#handler `.
 * Code that is shown is code that is run.
 */
export function fillSnippets(read: { root: string; onFile: (file: string) => void }) {
  return () => (tree: TreeNode) => {
    visitTree(tree, (node) => {
      if (node.type !== 'code' || !node.meta) return;
      const [, file, region] = PLACE.exec(node.meta) ?? [];
      if (!file) return;
      const place = path.join(read.root, SNIPPETS, file);
      read.onFile(place);
      node.value = cutRegion(readFileSync(place, 'utf8'), region, file).trimEnd();
    });
  };
}

/** The lines of a region without its marks, moved to the left; marks of others are left out. */
export function cutRegion(text: string, region: string | undefined, file: string): string {
  const lines = text.split('\n');
  const isMark = (line: string) => /^\s*(?:\/\/|#)\s*#(?:end)?region\b/.test(line);
  if (!region) return lines.filter((line) => !isMark(line)).join('\n');
  const start = lines.findIndex(
    (line) => isMark(line) && line.trimEnd().endsWith(`#region ${region}`),
  );
  if (start < 0) throw new Error(`${file} has no region ${region}.`);
  const end = lines.findIndex((line, at) => at > start && /#endregion\b/.test(line));
  if (end < 0) throw new Error(`The region ${region} of ${file} does not end.`);
  const cut = lines.slice(start + 1, end).filter((line) => !isMark(line));
  const indents = cut.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return cut.map((line) => line.slice(indent)).join('\n');
}
