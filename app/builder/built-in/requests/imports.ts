import { toRecord, toTexts } from '#app/builder/built-in/draft/read-facts.ts';
import { perform } from '#app/builder/built-in/outcome.ts';
import type { Outcome, Tell } from '#app/builder/built-in/outcome.ts';
import { describeProblems } from '#app/builder/built-in/problems.ts';
import type { Call } from '#app/builder/built-in/turn.ts';
import { countOf, joinNames } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** Imports one thing and tells what became of it; `what` is how a person would call it. */
export function importThis(input: Call['input'], what: string): Outcome {
  return perform(
    `Import ${what}`,
    [{ tool: 'import_document', input }],
    undefined,
    tellImport(what, typeof input['url'] === 'string'),
  );
}

function tellImport(what: string, isAddress: boolean): Tell {
  return ([result]) => {
    const { added, tools, warnings } = toRecord(result?.output);
    const problems = describeProblems(result?.output);
    if (problems !== null || !Array.isArray(added)) {
      const why = problems ?? 'There is no answer that says why.';
      const other = isAddress
        ? ` If it is no document but an address to call, say "add a tool that gets ${what}".`
        : '';
      return `I could not import ${what}: ${why}${other}`;
    }
    const names = toTexts(added);
    const all = typeof tools === 'number' ? tools : names.length;
    const first =
      names.length === 0
        ? `Nothing new came of ${what}: the draft has ${countOf(all, 'tool')}.`
        : `Imported ${what}: ${countOf(names.length, 'new tool')} (${joinNames(names)}), ${all} in all.`;
    const noted = toTexts(warnings);
    if (noted.length === 0) return first;
    const lines = noted.slice(0, 5).map((warning) => `- ${warning}`);
    const more = noted.length > 5 ? [`- and ${noted.length - 5} more`] : [];
    return [first, '', 'To know:', '', ...lines, ...more].join('\n');
  };
}

const DOCUMENT =
  '(document / spec / specification / api / openapi / swagger / description / file / definition / documentation / docs)';

function importUrl({ url = [], more = [] }: Slots): Outcome | null {
  const all = [...url, ...more];
  const addresses = all.filter(({ kind }) => kind === 'url').map(({ text }) => text);
  const isClean = all.every(
    ({ kind, word }) => kind === 'url' || /^(?:and|,|the|document|spec)$/.test(word),
  );
  const [first] = addresses;
  // An address with places to fill is a call, not a document.
  if (
    first === undefined ||
    !isClean ||
    !addresses.every((each) => URL.canParse(each)) ||
    addresses.some((each) => /[{}<>]/.test(each))
  )
    return null;
  if (addresses.length === 1) return importThis({ url: first }, first);
  const outcomes = addresses.slice(0, 10).map((each) => importThis({ url: each }, each));
  return perform(
    `Import ${addresses.length} documents`,
    outcomes.flatMap((each) => (each.kind === 'calls' ? each.calls : [])),
    undefined,
    (results) =>
      outcomes
        .map((each, at) => (each.kind === 'calls' ? each.tell?.(results.slice(at, at + 1)) : ''))
        .join('\n\n'),
  );
}

/** Documents that stand at an address. */
export const importRules: readonly Rule[] = [
  rule(
    [
      `import|load|fetch|read|open|use|add|get|take|try [openapi|swagger] [${DOCUMENT}] [${DOCUMENT}] [from|at|of|:] [url|address] <url>`,
      `(build / make / create / generate / start / begin / set up / i want / i need / give me) [me] [mcp] [server] [mcp] [tools] [from|of|for|with|out|around|using] [of] [${DOCUMENT}] [at|from] <url>`,
      `(here is / this is / here are) [openapi|swagger] [${DOCUMENT}] [:] <url>`,
      `wrap|connect|turn|hook [up] [to] [${DOCUMENT}] [at] <url> [into] [mcp] [server]`,
      `[openapi|swagger] ${DOCUMENT} [is] [at|:] <url>`,
      '<url>',
    ],
    importUrl,
  ),
];
