import type { Interpreter } from './interpreter.ts';
import {
  knownText,
  listValue,
  plainValue,
  toTextValue,
  truthOf,
  UNDEFINED,
  UNKNOWN,
  type ListValue,
  type Value,
} from './value.ts';

/** The result of a method of a list; null: it has none of that name that is known. */
export function callListMethod(
  interpreter: Interpreter,
  list: ListValue,
  name: string,
  args: readonly Value[],
): Value | null {
  const [first] = args;
  const ask = (item: Value, index: number) =>
    interpreter.call(first ?? UNKNOWN, [item, plainValue(index), list]);
  switch (name) {
    case 'map':
      return listValue(list.items.map(ask), list.isOpen);
    case 'filter':
      // What is not decided here may be listed.
      return listValue(
        list.items.filter((item, index) =>
          first?.kind === 'foreign' ? truthOf(item) !== false : truthOf(ask(item, index)) !== false,
        ),
        list.isOpen,
      );
    case 'flatMap': {
      const lists = list.items.map((item, index) => {
        const value = ask(item, index);
        return value.kind === 'list' ? value : listValue([value]);
      });
      return flatten(lists, list.isOpen);
    }
    case 'flat':
      return flatten(
        list.items.map((item) => (item.kind === 'list' ? item : listValue([item]))),
        list.isOpen,
      );
    case 'concat':
      return flatten(
        [list, ...args.map((arg) => (arg.kind === 'list' ? arg : listValue([arg])))],
        false,
      );
    default:
      return callReadingMethod(interpreter, list, name, args);
  }
}

/** Methods that make no list of other items. */
function callReadingMethod(
  interpreter: Interpreter,
  list: ListValue,
  name: string,
  args: readonly Value[],
): Value | null {
  const [first] = args;
  switch (name) {
    case 'slice':
      return args.length === 0 ? list : sliceOf(list, args);
    case 'sort':
    case 'toSorted':
    case 'reverse':
    case 'toReversed':
    case 'values':
      return list;
    case 'join':
      return joinTexts(list, first);
    case 'find': {
      const found = list.items.find(
        (item, index) =>
          truthOf(interpreter.call(first ?? UNKNOWN, [item, plainValue(index)])) === true,
      );
      return found ?? (list.isOpen ? UNKNOWN : UNDEFINED);
    }
    case 'includes': {
      if (first?.kind !== 'plain' || list.isOpen) return UNKNOWN;
      return plainValue(
        list.items.some((item) => item.kind === 'plain' && item.value === first.value),
      );
    }
    case 'reduce':
      return list.items.reduce<Value>(
        (sum, item, index) => interpreter.call(first ?? UNKNOWN, [sum, item, plainValue(index)]),
        args[1] ?? UNKNOWN,
      );
    case 'entries':
      return listValue(
        list.items.map((item, index) => listValue([plainValue(index), item])),
        list.isOpen,
      );
    default:
      return null;
  }
}

function flatten(lists: readonly ListValue[], isOpen: boolean): ListValue {
  return listValue(
    lists.flatMap(({ items }) => items),
    isOpen || lists.some((each) => each.isOpen),
  );
}

function sliceOf(list: ListValue, args: readonly Value[]): ListValue {
  const [from = 0, to] = args.map((arg) => (arg.kind === 'plain' ? Number(arg.value) : 0));
  return listValue(list.items.slice(from, to), list.isOpen);
}

function joinTexts({ items, isOpen }: ListValue, separator: Value | undefined): Value {
  const between = separator === undefined ? ',' : knownText(separator);
  if (between === null) return UNKNOWN;
  const isWhole = !isOpen && items.every(({ kind }) => kind === 'plain');
  const text = items
    .map((item) => knownText(item) ?? (item.kind === 'plain' ? String(item.value) : '…'))
    .join(between);
  return toTextValue(text, isWhole);
}
