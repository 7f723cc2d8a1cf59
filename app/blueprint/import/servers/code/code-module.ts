import type {
  AssignmentExpression,
  AnyNode,
  CallExpression,
  Class,
  NewExpression,
  ObjectExpression,
  Program,
} from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { declareNames, type Binding, type Names } from './bindings.ts';
import type { ParsedSource } from './parse-source.ts';

/** A call, by the name that is called: `register` of `register()` and of `tools.register()`. */
export interface NamedCall {
  module: CodeModule;
  node: CallExpression | NewExpression;
  name: string;
}

/** A parsed file with what is asked of it. */
export interface CodeModule {
  path: string;
  /** As it is in the repository. */
  text: string;
  /** JavaScript that the offsets of nodes refer to. */
  code: string;
  program: Program;
  parents: ReadonlyMap<AnyNode, AnyNode>;
  calls: readonly NamedCall[];
  classes: readonly Class[];
  objects: readonly ObjectExpression[];
  /** Members that are set: `tools.search = …`. */
  assignments: readonly AssignmentExpression[];
  names: Map<AnyNode, Names | null>;
}

export function toModule(path: string, text: string, { program, code }: ParsedSource): CodeModule {
  const parents = new Map<AnyNode, AnyNode>();
  const calls: NamedCall[] = [];
  const classes: Class[] = [];
  const objects: ObjectExpression[] = [];
  const assignments: AssignmentExpression[] = [];
  const module = {
    path,
    text,
    code,
    program,
    parents,
    calls,
    classes,
    objects,
    assignments,
    names: new Map(),
  };
  fullAncestor(program, (node, _state, ancestors) => {
    const parent = ancestors.at(-2);
    if (parent && parent !== node) parents.set(node, parent);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = calledName(node);
      if (name !== null) calls.push({ module, node, name });
    }
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') classes.push(node);
    if (node.type === 'ObjectExpression') objects.push(node);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
      assignments.push(node);
    }
  });
  calls.sort((a, b) => a.node.start - b.node.start);
  return module;
}

function calledName({ callee }: CallExpression | NewExpression): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return null;
  const { property } = callee;
  return property.type === 'Identifier' && !callee.computed ? property.name : null;
}

/** Finds the meaning of a name where a node stands; null: it is none of the file's. */
export function findBinding(module: CodeModule, from: AnyNode, name: string): Binding | null {
  let node: AnyNode | undefined = from;
  while (node !== undefined) {
    const binding = namesOf(module, node)?.get(name);
    if (binding) return binding;
    node = module.parents.get(node);
  }
  return null;
}

/** The names that a node declares; null: it has no scope. */
export function namesOf(module: CodeModule, node: AnyNode): Names | null {
  const known = module.names.get(node);
  if (known !== undefined) return known;
  const names = declareNames(node);
  module.names.set(node, names);
  return names;
}

/** The line of a place, from 1 on. */
export function lineOf({ code }: CodeModule, offset: number): number {
  let line = 1;
  for (let at = code.indexOf('\n'); at !== -1 && at < offset; at = code.indexOf('\n', at + 1))
    line += 1;
  return line;
}
