import type { readTypes } from '#app/extraction/snippets/read-types.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { Table } from './cut-tables.ts';
import { mergeParameters } from './merge-parameters.ts';
import type { ParameterSketch, PlacedEndpoint } from './sketch.ts';

/** Assigns a table of arguments to the call that its caption names, else to the endpoint above it. */
export function attachParameters(
  endpoints: readonly PlacedEndpoint[],
  table: Table,
  parameters: readonly ParameterSketch[],
): void {
  const caption = table.caption.toLowerCase();
  const numbers: string[] = caption.match(/\d+/g) ?? [];
  const named = endpoints.find(
    ({ sketch }) =>
      caption.includes(sketch.url.toLowerCase()) ||
      sketch.aliases?.some(
        (alias) =>
          numbers.includes(alias) || (alias.length > 3 && caption.includes(alias.toLowerCase())),
      ),
  );
  const above = endpoints.findLast(({ start }) => start < table.start);
  const target = named ?? above ?? endpoints[0];
  if (target) target.sketch.parameters = mergeParameters(target.sketch.parameters, parameters);
}

/** Assigns a type or sample to the endpoint above it as its body, unless it is called a response. */
export function attachType(
  endpoints: readonly PlacedEndpoint[],
  type: ReturnType<typeof readTypes>[number],
  text: string,
  lx: Lexicon,
): void {
  const target = endpoints.findLast(({ start }) => start < type.start) ?? endpoints[0];
  if (!target) return;
  const { sketch } = target;
  const before = text.slice(Math.max(target.start, type.start - 120), type.start);
  const lastLine = before.trimEnd().split('\n').at(-1) ?? '';
  const isAnswer = lx.rx('<response>|<returns>').test(lastLine) && !lx.rx('<body>').test(lastLine);
  if (isAnswer || sketch.method === 'GET' || sketch.method === 'DELETE') return;
  sketch.parameters = mergeParameters(
    sketch.parameters,
    type.parameters.map((each) => ({ in: 'body' as const, ...each })),
  );
}
