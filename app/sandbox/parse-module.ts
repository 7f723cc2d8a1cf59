import { parse, type Program } from 'acorn';

/**
 * The syntax tree of a JavaScript module.
 *
 * @throws SyntaxError with `pos`, also for syntax that a later JavaScript may bring: what the guard
 * cannot read must not run.
 */
export function parseModule(source: string): Program {
  return parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: false });
}
