import type { AnyNode } from 'acorn';

/** Directory of tool modules, to detect specifiers that leave the server's own files. */
const TOOLS = 'file:///src/tools/';
const OWN_FILES = 'file:///src/';

/** An import that a tool must not have, and the place of what is imported. */
export interface ForeignImport {
  at: number;
  message: string;
}

/** `import … from 'x'`, `import 'x'`, `export … from 'x'`; `import(x)` could be anything. */
export function findForeignImport(node: AnyNode): ForeignImport | null {
  if (node.type === 'ImportExpression') {
    return { at: node.start, message: 'A module must not be loaded while the tool runs.' };
  }
  const isStatement =
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportNamedDeclaration' ||
    node.type === 'ExportAllDeclaration';
  if (!isStatement || !node.source) return null;
  const message = describeForeign(String(node.source.value));
  return message === null ? null : { at: node.source.start, message };
}

/** Why a module may not be imported; null for the server's own files. */
export function describeForeign(name: string): string | null {
  if (/^\.\.?\//.test(name) && new URL(name, TOOLS).href.startsWith(OWN_FILES)) return null;
  return `"${name}" must not be imported: a tool has its arguments and its context, and what the server's own files export.`;
}
