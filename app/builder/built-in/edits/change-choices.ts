import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import type { Effect } from './effect.ts';
import type { Scope } from './scope.ts';

/** Reads "there is also suite", "drop single": values of the only argument with an enum. */
export function changeChoices(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const live = liveTools(model);
  const words: string[] =
    text
      .replace(lx.rx('<add>|<remove>|<filler>|<please>|<and>|<asBefore>|<oneOf>|<it>', 'g'), ' ')
      .match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const known = live.flatMap((tool) =>
    tool.args.filter((each) => each.enum).map((argument) => ({ tool, argument })),
  );
  if (lx.rx('<remove>').test(text)) {
    const hit = known.filter(({ argument }) =>
      argument.enum?.some((value) => words.includes(String(value))),
    );
    if (hit.length === 0 || lx.rx('<tool>|<argument>|<field>').test(text)) return null;
    for (const { argument } of hit)
      argument.enum = (argument.enum ?? []).filter((value) => !words.includes(String(value)));
    return { kind: 'done', focus: hit.map(({ tool }) => tool.name) };
  }
  const focused = known.filter(({ tool }) => scope.focus.includes(tool.name));
  const [only] = focused.length === 1 ? focused : known.length === 1 ? known : [];
  const [word] = words;
  if (
    scope.isBuilding ||
    !only ||
    word === undefined ||
    words.length !== 1 ||
    !lx.rx('<add>').test(text) ||
    text.split(/\s+/).length > 6 ||
    lx.rx('<takes>|<tool>|<argument>').test(text)
  )
    return null;
  only.argument.enum = [...(only.argument.enum ?? []), word];
  return { kind: 'done', focus: [only.tool.name] };
}
