import type { AnyNode } from 'acorn';

import type { CodeModule } from './code-module.ts';

/** Where an exported name comes from. */
export type ExportedPlace =
  | { kind: 'name'; name: string; at: AnyNode }
  | { kind: 'expression'; node: AnyNode }
  | { kind: 'other'; from: string; name: string };

/** The places of an exported name; several where whole modules are exported on. */
export function findExports({ program }: CodeModule, name: string): ExportedPlace[] {
  const places: ExportedPlace[] = [];
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
      const { declaration } = statement;
      if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
        if (declaration.id)
          places.push({ kind: 'name', name: declaration.id.name, at: declaration });
        else places.push({ kind: 'expression', node: declaration });
      } else places.push({ kind: 'expression', node: declaration });
    }
    if (statement.type === 'ExportAllDeclaration') {
      const from = String(statement.source.value);
      const as = statement.exported;
      if (as === null || as === undefined) places.push({ kind: 'other', from, name });
      else if ('name' in as && as.name === name) places.push({ kind: 'other', from, name: '*' });
    }
    if (statement.type === 'ExportNamedDeclaration') {
      for (const { exported, local } of statement.specifiers) {
        if (nameOf(exported) !== name) continue;
        if (statement.source) {
          places.push({ kind: 'other', from: String(statement.source.value), name: nameOf(local) });
        } else places.push({ kind: 'name', name: nameOf(local), at: program });
      }
      if (statement.declaration && declares(statement.declaration, name)) {
        places.push({ kind: 'name', name, at: program });
      }
    }
  }
  // What the module itself exports comes before what it passes on.
  return places.toSorted((a, b) => Number(a.kind === 'other') - Number(b.kind === 'other'));
}

/** The names that a module exports, without those of modules that it exports as a whole. */
export function listExports({ program }: CodeModule): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = statement;
    const own = specifiers.map(({ exported }) => nameOf(exported));
    if (!declaration) return own;
    if (declaration.type !== 'VariableDeclaration') return [...own, declaration.id.name];
    return [
      ...own,
      ...declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : [])),
    ];
  });
}

function nameOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

function declares(declaration: AnyNode, name: string): boolean {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.some(({ id }) => patternHas(id, name));
  }
  return 'id' in declaration && declaration.id !== null && declaration.id !== undefined
    ? nameOf(declaration.id) === name
    : false;
}

function patternHas(pattern: AnyNode, name: string): boolean {
  if (pattern.type === 'Identifier') return pattern.name === name;
  if (pattern.type !== 'ObjectPattern') return false;
  return pattern.properties.some(
    (property) => property.type === 'Property' && patternHas(property.value, name),
  );
}
