/** Bodies of functions whose loops are in built-in functions; `args` has a pattern and a text. */
export const ENDLESS: Record<string, string> = {
  'a set of all keys of a list': 'return new Set(Array(2 ** 32 - 1).keys()).size;',
  'a list of all keys of a list': 'return [...Array(2 ** 32 - 1).keys()].length;',
  'going through keys without a body': 'return Math.max(...Array(2 ** 32 - 1).keys());',
  'dropping from an iterator': 'return Array(2 ** 32 - 1).keys().drop(2 ** 32 - 2).next().value;',
  'an iterator of a function of the platform':
    'return Array(2 ** 32 - 1).keys().map(Boolean).filter(Boolean).reduce(Math.max, 0);',
  'a search in a list': 'return Array(2 ** 32 - 1).includes(1);',
  'a search in what is no list': 'return [].includes.call({ length: 2 ** 53 - 1 }, 1);',
  'a search in what changes its length':
    'let asked = 0; return [].includes.call({ get length() { asked += 1; return asked > 1 ? 2 ** 53 - 1 : 0; } }, 1);',
  'a list that is filled': 'return Array(2 ** 32 - 1).fill(1).length;',
  'a list that is mapped by a built-in function': 'return Array(2 ** 32 - 1).map(Boolean).length;',
  'sorting again and again':
    'const list = Array.from({ length: 300_000 }, (_, at) => -at); for (let n = 0; n < 100; n += 1) list.toSorted(); return 1;',
  'nested loops over the keys of objects':
    'const all = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [at, 1])); let n = 0; for (const a in all) for (const b in all) for (const c in all) n += 1; return n;',
  'a long text again and again':
    'let text = "ab"; for (let n = 0; n < 1_000_000; n += 1) text = "ab".repeat(50_000_000); return text.length;',
  'a text in pieces':
    'const text = "ab".repeat(5_000_000); for (let n = 0; n < 10_000; n += 1) text.split("c"); return 1;',
  'a search for a long text in a long text':
    'const text = "a".repeat(1_000_000); return text.includes("b" + "a".repeat(400_000));',
  'an expression of a caller': 'return new RegExp(args.pattern).test(args.text);',
  'an expression of a caller, without new': 'return RegExp(args.pattern).test(args.text);',
  'an expression of a caller in a text': 'return args.text.search(args.pattern);',
  'an expression of a caller, all matches': 'return [...args.text.matchAll(args.pattern)].length;',
  'an expression under another name':
    'const { constructor: Other } = /a/; return new Other(args.pattern).test(args.text);',
  'an expression of its class':
    'class Own extends RegExp {} return new Own(args.pattern).test(args.text);',
  'an expression that looks like another': `const like = { [Symbol.match]: true, flags: '', get source() { return args.pattern; }, constructor: 1, toString: () => args.pattern };
    return new RegExp(like).test(args.text);`,
};
