import type { Declaration, Pattern, Program } from 'acorn';

/** Names that a module's top level declares; imports belong to another module. */
export function topLevelNames({ body }: Program): string[] {
  return body.flatMap((statement) => {
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        return statement.declaration ? declaredNames(statement.declaration) : [];
      case 'ExportDefaultDeclaration': {
        const { type } = statement.declaration;
        if (type !== 'FunctionDeclaration' && type !== 'ClassDeclaration') return [];
        return statement.declaration.id ? [statement.declaration.id.name] : [];
      }
      case 'VariableDeclaration':
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return declaredNames(statement);
      default:
        return [];
    }
  });
}

function declaredNames(declaration: Declaration): string[] {
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) => boundNames(id));
}

/** Names that a pattern binds. */
export function boundNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'Property' ? property.value : property),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return [];
  }
}
