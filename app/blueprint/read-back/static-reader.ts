import type { Expression, ObjectExpression, Property, SpreadElement } from 'acorn';

import { succeed, type Result } from '#app/platform/result.ts';

import { evaluateOperator } from './evaluate-operator.ts';
import { unreadable, type Constant, type ParsedModule, type SourceSet } from './source-set.ts';
import { unreadAt, TOO_MANY_VALUES, TOO_LONG, unfixed } from './unfixed.ts';
import {
  ImportedCode,
  type StaticObject,
  type StaticValue,
  type Unreadable,
} from './static-value.ts';

type Read<Value = StaticValue> = Result<Value, Unreadable>;

/** Values and characters that are read: a few lines can name more than any memory holds. */
const BUDGET = { values: 3_000_000, characters: 60_000_000 };
/** The share of it that one field takes at most, so that it costs no other. */
const SHARE = 0.1;
/** Objects, and properties of others in them, that are followed to where they stand; and the share of one object. */
const FOLLOWED = { all: 400_000, one: 20_000 };
/** Constants that name one another. */
const MAX_OPEN = 60;

/** Reads values out of modules without running them: literals, and what is put together of them. */
export class StaticReader {
  readonly sources: SourceSet;
  readonly #left = { ...BUDGET };
  #field = { ...BUDGET };
  readonly #followed = { all: 0, one: 0 };
  #open = 0;

  constructor(sources: SourceSet) {
    this.sources = sources;
  }

  /** The value of a field at the top of a module. */
  readField(constant: Constant): Read {
    this.#field = {
      values: Math.min(this.#left.values, BUDGET.values * SHARE),
      characters: Math.min(this.#left.characters, BUDGET.characters * SHARE),
    };
    return this.read(constant);
  }

  /** The value of an expression at the top of a module, as a part of a field. */
  read({ module, node }: Constant): Read {
    if (!this.takes('values', 1)) return unreadAt(module, node, TOO_MANY_VALUES);
    switch (node.type) {
      case 'Literal':
        return this.#readLiteral({ module, node });
      case 'TemplateLiteral':
        return this.#readTemplate({ module, node });
      case 'ArrayExpression':
        return this.#readList({ module, node });
      case 'ObjectExpression':
        return this.#readObject({ module, node });
      case 'ParenthesizedExpression':
        return this.read({ module, node: node.expression });
      case 'Identifier':
        return this.#readName(module, node.name, node);
      case 'UnaryExpression':
      case 'BinaryExpression':
      case 'MemberExpression':
      case 'CallExpression':
        return evaluateOperator(this, { module, node });
      default:
        return unfixed(module, node);
    }
  }

  /** The constant that a name stands for, wherever it is; a module's function is none. */
  find(module: ParsedModule, name: string, node: Expression): Read<Constant | ImportedCode> {
    const constant = module.constants.get(name);
    if (constant !== undefined) {
      if (module.statementAt !== null) {
        return unreadable(module.path, module.statementAt, CHANGING);
      }
      return constant.type === 'Identifier'
        ? this.#nested(module, node, () => this.find(module, constant.name, constant))
        : succeed({ module, node: constant });
    }
    const imported = module.imports.get(name);
    if (imported === undefined) return unfixed(module, node);
    return this.#nested(module, node, () => this.#findImported(module, imported, node));
  }

  /** The properties of an object, each to be read by itself. */
  properties(constant: Constant): Read<Map<string, Constant>> {
    const { module, node } = constant;
    if (this.#open === 0) this.#followed.one = 0;
    if (!this.#follows(1)) return unreadAt(module, node, TOO_MANY_VALUES);
    if (node.type === 'ParenthesizedExpression') {
      return this.properties({ module, node: node.expression });
    }
    if (node.type === 'Identifier') {
      const found = this.find(module, node.name, node);
      if (!found.ok) return found;
      if (found.value instanceof ImportedCode) return unfixed(module, node);
      const { value } = found;
      return this.#nested(module, node, () => this.properties(value));
    }
    if (node.type !== 'ObjectExpression') return unfixed(module, node);
    return this.#readProperties({ module, node });
  }

  /** Counts what is made; false where it is too much. */
  takes(of: 'values' | 'characters', count: number): boolean {
    this.#left[of] -= count;
    this.#field[of] -= count;
    return this.#field[of] >= 0;
  }

  /** Counts what is followed without being read; false where it is too much: each line can double it. */
  #follows(count: number): boolean {
    this.#followed.all += count;
    this.#followed.one += count;
    return this.#followed.all <= FOLLOWED.all && this.#followed.one <= FOLLOWED.one;
  }

  #readProperties({ module, node }: { module: ParsedModule; node: ObjectExpression }) {
    const found = new Map<string, Constant>();
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.properties({ module, node: property.argument });
        if (!spread.ok) return spread;
        if (!this.#follows(spread.value.size)) return unreadAt(module, node, TOO_MANY_VALUES);
        for (const [key, value] of spread.value) found.set(key, value);
        continue;
      }
      const key = this.#readKey(module, property);
      if (!key.ok) return key;
      found.set(key.value, { module, node: property.value });
    }
    return succeed(found);
  }

  #readKey(module: ParsedModule, { key, computed, kind, method, value }: Property): Read<string> {
    if (kind !== 'init' || method) return unfixed(module, value);
    if (computed) {
      const read = this.read({ module, node: key });
      if (!read.ok) return read;
      if (typeof read.value === 'string' || typeof read.value === 'number') {
        return succeed(String(read.value));
      }
      return unfixed(module, key);
    }
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
    // Written so, it sets the prototype.
    if (name === null || name === '__proto__') return unfixed(module, value);
    return succeed(String(name));
  }

  #readObject({ module, node }: { module: ParsedModule; node: ObjectExpression }): Read {
    const properties = this.#readProperties({ module, node });
    if (!properties.ok) return properties;
    const entries: [string, StaticValue][] = [];
    for (const [key, constant] of properties.value) {
      const value = this.read(constant);
      if (!value.ok) return value;
      if (value.value !== undefined) entries.push([key, value.value]);
    }
    return succeed<StaticObject>(Object.fromEntries(entries));
  }

  #readList({ module, node }: ConstantOf<'ArrayExpression'>): Read<StaticValue[]> {
    const items: StaticValue[] = [];
    for (const element of node.elements) {
      if (element === null) return unfixed(module, node);
      const value = this.#readElement(module, element);
      if (!value.ok) return value;
      if (!this.takes('values', value.value.length)) return unreadAt(module, node, TOO_MANY_VALUES);
      for (const item of value.value) items.push(item);
    }
    return succeed(items);
  }

  #readElement(module: ParsedModule, element: Expression | SpreadElement): Read<StaticValue[]> {
    if (element.type !== 'SpreadElement') {
      const read = this.read({ module, node: element });
      return read.ok ? succeed([read.value]) : read;
    }
    const read = this.read({ module, node: element.argument });
    if (!read.ok) return read;
    return Array.isArray(read.value) ? succeed(read.value) : unfixed(module, element.argument);
  }

  #readLiteral({ module, node }: ConstantOf<'Literal'>): Read {
    const { value } = node;
    if (typeof value === 'string') {
      return this.takes('characters', value.length)
        ? succeed(value)
        : unreadAt(module, node, TOO_LONG);
    }
    if (typeof value === 'number' || typeof value === 'boolean') return succeed(value);
    return value === null && !node.regex && !node.bigint ? succeed(null) : unfixed(module, node);
  }

  #readTemplate({ module, node }: ConstantOf<'TemplateLiteral'>): Read {
    let text = '';
    for (const [index, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? '';
      const expression = node.expressions[index];
      if (expression === undefined) continue;
      const value = this.read({ module, node: expression });
      if (!value.ok) return value;
      if (typeof value.value !== 'string' && typeof value.value !== 'number') {
        return unfixed(module, expression);
      }
      text += String(value.value);
    }
    return this.takes('characters', text.length) ? succeed(text) : unreadAt(module, node, TOO_LONG);
  }

  #readName(module: ParsedModule, name: string, node: Expression): Read {
    if (name === 'undefined') return succeed(undefined);
    const found = this.find(module, name, node);
    if (!found.ok) return found;
    const { value } = found;
    if (value instanceof ImportedCode) return succeed(value);
    return this.#nested(module, node, () => this.read(value));
  }

  #findImported(
    module: ParsedModule,
    { from, name }: { from: string; name: string },
    node: Expression,
  ): Read<Constant | ImportedCode> {
    const path = this.sources.resolve(module.path, from);
    if (path === null) {
      const line = node.loc?.start.line ?? 1;
      return unreadable(module.path, line, `It imports ${from}, which is not read.`);
    }
    if (name === 'default' && path.endsWith('.action.ts')) return succeed(new ImportedCode(path));
    const other = this.sources.read(path);
    if (!other.ok) return other;
    const target = other.value;
    if (name === 'default' && target.defaultExport !== null) {
      return target.defaultExport === 'function' || isFunction(target.defaultExport)
        ? succeed(new ImportedCode(path))
        : succeed({ module: target, node: target.defaultExport });
    }
    const exported = target.exports.get(name);
    if (exported === undefined) {
      const line = node.loc?.start.line ?? 1;
      return unreadable(module.path, line, `${path} exports no ${name}.`);
    }
    if ('from' in exported) {
      return this.#nested(target, node, () => this.#findImported(target, exported, node));
    }
    if (name === 'default' && target.functions.has(exported.local)) {
      return succeed(new ImportedCode(path));
    }
    return this.find(target, exported.local, node);
  }

  /** Keeps constants that name each other in a circle from being followed for ever. */
  #nested<Value>(module: ParsedModule, node: Expression, read: () => Read<Value>): Read<Value> {
    if (this.#open >= MAX_OPEN)
      return unreadAt(module, node, 'Constants name each other in a circle.');
    this.#open += 1;
    const value = read();
    this.#open -= 1;
    return value;
  }
}

type ConstantOf<Type extends Expression['type']> = {
  module: ParsedModule;
  node: Extract<Expression, { type: Type }>;
};

const CHANGING =
  'A statement here may change the values of the file, so that none of them is read.';

function isFunction({ type }: Expression): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}
