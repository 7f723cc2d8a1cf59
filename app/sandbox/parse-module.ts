import { parse, type Program } from 'acorn';

/**
 * Parses a JavaScript module.
 *
 * @throws SyntaxError with `pos`, also for syntax of later JavaScript versions: code that the guard cannot
 * read must not run.
 */
export function parseModule(source: string): Program {
  return parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: false });
}
