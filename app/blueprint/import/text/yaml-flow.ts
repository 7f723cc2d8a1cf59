import { put } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { quotedEnd, resolveKey, resolvePlain, trimBlanks, unquote } from './yaml-scalars.ts';

/** Texts without quotes begin so inside of brackets, where all other readers agree as well. */
const PLAIN_START = /[\p{L}\d_./$~+-]/u;

/** Whether all brackets and quotes of a text are closed. */
export function isFlowClosed(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '"' || (character === "'" && /[[{,: ]/.test(text[at - 1] ?? ''))) {
      const end = quotedEnd(text, at);
      if (end === -1) return false;
      at = end - 1;
    }
    if (depth === 0) return true;
  }
  return false;
}

/**
 * Reads a list or map in brackets from the start of a text.
 *
 * @returns undefined for what is not plain; else the value, and the offset behind it.
 */
export function readFlow(text: string): { value: JsonValue; end: number } | undefined {
  const reader = new FlowReader(text);
  const value = reader.readNode(0);
  return value === undefined ? undefined : { value, end: reader.at };
}

const MAX_DEPTH = 60;

class FlowReader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readNode(depth: number): JsonValue | undefined {
    this.#skipBlanks();
    const character = this.#text[this.at];
    if (character === undefined || depth > MAX_DEPTH) return undefined;
    if (character === '[') return this.#readList(depth);
    if (character === '{') return this.#readMap(depth);
    if (character === '"' || character === "'") return this.#readQuoted();
    const plain = this.#readPlain();
    return plain === undefined ? undefined : resolvePlain(plain);
  }

  #readList(depth: number): JsonValue[] | undefined {
    const list: JsonValue[] = [];
    this.at += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#takes(']')) return list;
      const item = this.readNode(depth + 1);
      if (item === undefined) return undefined;
      list.push(item);
      this.#skipBlanks();
      if (!this.#takes(',') && this.#text[this.at] !== ']') return undefined;
    }
  }

  #readMap(depth: number): JsonObject | undefined {
    const map: JsonObject = {};
    this.at += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#takes('}')) return map;
      const key = this.#readKey();
      if (key === undefined || Object.hasOwn(map, key)) return undefined;
      const value = this.readNode(depth + 1);
      if (value === undefined) return undefined;
      put(map, key, value);
      this.#skipBlanks();
      if (!this.#takes(',') && this.#text[this.at] !== '}') return undefined;
    }
  }

  /** A key with the colon behind it. */
  #readKey(): string | undefined {
    const isQuoted = /["']/.test(this.#text[this.at] ?? '');
    const text = isQuoted ? this.#readQuoted() : this.#readPlain();
    const key = text === undefined || isQuoted ? text : resolveKey(text);
    return this.#takes(':') && this.#text[this.at] === ' ' ? key : undefined;
  }

  #readQuoted(): string | undefined {
    const end = quotedEnd(this.#text, this.at);
    const quoted = this.#text.slice(this.at, end);
    this.at = end;
    return end === -1 ? undefined : unquote(quoted);
  }

  #readPlain(): string | undefined {
    const start = this.at;
    const rest = this.#text.slice(start, start + 2);
    if (!PLAIN_START.test(rest[0] ?? '') || /^[-.][ ,\]}]/.test(rest)) return undefined;
    for (; this.at < this.#text.length; this.at += 1) {
      const character = this.#text[this.at] ?? '';
      if (',[]{}#:?&*!|>%@`"\'\\'.includes(character)) break;
    }
    const text = this.#text.slice(start, this.at);
    return /[,\]}:]/.test(this.#text[this.at] ?? '') ? trimBlanks(text) : undefined;
  }

  #skipBlanks(): void {
    while (this.#text[this.at] === ' ') this.at += 1;
  }

  #takes(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
