import type { Declaration, Expression, Program } from 'acorn';

/** An import: the name that the other module exports. */
export interface ImportedName {
  from: string;
  /** `default`, or `*` for the whole module. */
  name: string;
}

/** Names at the top of a module. */
export interface Declarations {
  /** Constants with what they are set to. */
  constants: Map<string, Expression>;
  /** Functions and classes. */
  functions: Set<string>;
  imports: Map<string, ImportedName>;
  /** Own names by exported name; `from` where another module's are handed on. */
  exports: Map<string, { local: string } | ImportedName>;
  /** The default export, where it has no name: an expression, or a function. */
  defaultExport: Expression | 'function' | null;
  /** Line of the first statement that does something, and may change a constant's value. */
  statementAt: number | null;
}

/** Reads the names at the top of a module. */
export function readDeclarations(program: Program): Declarations {
  const found: Declarations = {
    constants: new Map(),
    functions: new Set(),
    imports: new Map(),
    exports: new Map(),
    defaultExport: null,
    statementAt: null,
  };
  for (const statement of program.body) readStatement(statement, found);
  return found;
}

function readStatement(statement: Program['body'][number], found: Declarations): void {
  switch (statement.type) {
    case 'ImportDeclaration':
      for (const specifier of statement.specifiers) {
        const name =
          specifier.type === 'ImportSpecifier'
            ? nameOf(specifier.imported)
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        found.imports.set(specifier.local.name, { from: String(statement.source.value), name });
      }
      return;
    case 'ExportNamedDeclaration':
      if (statement.declaration) {
        for (const local of declare(statement.declaration, found)) {
          found.exports.set(local, { local });
        }
      }
      for (const { local, exported } of statement.specifiers) {
        const target = statement.source
          ? { from: String(statement.source.value), name: nameOf(local) }
          : { local: nameOf(local) };
        found.exports.set(nameOf(exported), target);
      }
      return;
    case 'ExportDefaultDeclaration':
      readDefault(statement.declaration, found);
      return;
    case 'VariableDeclaration':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      declare(statement, found);
      return;
    default:
      if (statement.type === 'ExpressionStatement' && statement.directive !== undefined) return;
      found.statementAt ??= statement.loc?.start.line ?? 1;
  }
}

type DefaultExport = Extract<
  Program['body'][number],
  { type: 'ExportDefaultDeclaration' }
>['declaration'];

function readDefault(declaration: DefaultExport, found: Declarations): void {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    found.defaultExport = 'function';
  } else if (declaration.type === 'Identifier') {
    found.exports.set('default', { local: declaration.name });
  } else {
    found.defaultExport = declaration;
  }
}

/** Notes what a declaration declares; only a constant has a value that stays. */
function declare(declaration: Declaration, found: Declarations): string[] {
  if (declaration.type !== 'VariableDeclaration') {
    if (declaration.id === null) return [];
    found.functions.add(declaration.id.name);
    return [declaration.id.name];
  }
  return declaration.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier') return [];
    if (declaration.kind === 'const' && init) found.constants.set(id.name, init);
    return [id.name];
  });
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : String(node.value);
}
