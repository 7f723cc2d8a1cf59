import { isSecretName, looksSecret } from '#app/blueprint/import/calls/credentials.ts';
import {
  markPlaceholder,
  withoutPlaceholderMarks,
} from '#app/blueprint/import/calls/placeholders.ts';
import { own } from '#app/blueprint/import/json-object.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { pairsAt } from './pairs.ts';
import type { TableLine } from './pairs.ts';

const VARIABLE = /\{\{([^{}\n]{1,200})\}\}/g;
/** Names of variables that identify one thing among others. */
const ID_NAME =
  /(?:^|[^a-zA-Z])(?:id|key|slug|code|number|name)$|(?:Id|ID|Key|Slug|Code|Number|Name|uuid|UUID|Uuid)$/;

/** Variables within values of variables are followed so far. */
const MAX_DEPTH = 10;
/** Characters that variables may add to a collection: a few that hold each other would fill the memory. */
const MAX_EXPANDED = 1_000_000;

/** Variables of a collection and its folders. One that may be a secret, or has no value, stays a placeholder. */
export class Variables {
  readonly #around: Variables | null;
  /** Null: what may be a secret hides a variable of the same name further out. */
  readonly #values: ReadonlyMap<string, string | null>;
  readonly #spent: { characters: number };

  private constructor(around: Variables | null, values: ReadonlyMap<string, string | null>) {
    this.#around = around;
    this.#values = values;
    this.#spent = around === null ? { characters: 0 } : around.#spent;
  }

  static none(): Variables {
    return new Variables(null, new Map());
  }

  /** These variables, and those that a collection or folder sets for what is in it. */
  within(holder: JsonObject): Variables {
    const pairs = pairsAt(holder, 'variable').filter(({ isDisabled }) => !isDisabled);
    if (pairs.length === 0) return this;
    return new Variables(this, new Map(pairs.map((pair) => [pair.name, valueOf(pair)])));
  }

  /** The text with the values of variables, and with placeholders for those that have none. */
  fill(text: string): string {
    return this.#fill(withoutPlaceholderMarks(text), []);
  }

  /** The value of a path's segment that is an id and nothing else: `{{userId}}`; null: it is something else. */
  readId(segment: string): { name: string; value: string } | null {
    const name = /^\{\{([^{}\n]{1,200})\}\}$/.exec(segment)?.[1]?.trim();
    if (name === undefined || !ID_NAME.test(name)) return null;
    return { name: withoutPlaceholderMarks(name), value: this.fill(segment) };
  }

  #valueOf(name: string): string | null {
    const value = this.#values.get(name);
    if (value !== undefined) return value;
    return this.#around === null ? null : this.#around.#valueOf(name);
  }

  #fill(text: string, open: readonly string[]): string {
    return text.replace(VARIABLE, (_all, given: string) => {
      const name = given.trim();
      const value = this.#valueOf(name);
      const isEndless = open.includes(name) || open.length >= MAX_DEPTH;
      // Postman makes up the values of names that begin with "$".
      const placeholder = markPlaceholder(name.replace(/^\$/, ''));
      if (value === null || isEndless || this.#spent.characters > MAX_EXPANDED) {
        return placeholder;
      }
      this.#spent.characters += value.length + 1;
      const filled = this.#fill(value, [...open, name]);
      return looksSecret(filled) ? placeholder : filled;
    });
  }
}

/** Value of a variable that may be shown; null where it has none, or one that may be a secret. */
function valueOf({ name, value, line }: TableLine): string | null {
  const isSecret = own(line, 'type') === 'secret' || isSecretName(name) || looksSecret(value);
  return isSecret || value === '' ? null : withoutPlaceholderMarks(value);
}
