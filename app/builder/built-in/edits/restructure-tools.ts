import { nameOperation } from '#app/blueprint/operation-name.ts';
import { toSingular, toWords } from '#app/blueprint/words.ts';
import { freeName } from '#app/builder/built-in/plan/add-endpoints.ts';
import { liveTools, type WorkModel, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { readFacts } from '#app/extraction/reading/parameter-facts.ts';
import { toValue } from '#app/extraction/reading/to-value.ts';

import { fixIn } from './fix-arguments.ts';
import { askBack, doneWith, type Effect } from './effect.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

const PAIR = /([A-Za-z]\w*[_-]\w+)\b[^.;]*?\b([A-Za-z_]\w*)\s*=\s*["'`]?([\w.-]+)["'`]?/g;

/** Reads "split list_events in two: upcoming_events always sends when=upcoming, past_events …". */
export function splitTool(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  if (!lx.rx('<split>').test(text)) return null;
  const { tools } = findTools(text.split(':')[0] ?? text, scope);
  const [tool] = tools;
  if (!tool || tools.length > 1) return null;
  const after = text.slice(text.indexOf(':') + 1);
  const fixed = lx.rx(
    String.raw`([A-Za-z]\w*[_-]\w+)\b[^.;,]*?\b([A-Za-z_]\w*)\s+(?:<filler>\s+)*<always>\s+(?:<filler>\s+)*[\x60"']?([\w.-]+)`,
    'g',
  );
  const found = [...after.matchAll(PAIR)];
  const parts = (found.length > 1 ? found : [...after.matchAll(fixed)]).map(
    ([, name = '', argument = '', value = '']) => ({ name, argument, value }),
  );
  const names = parts.map(({ name }) => name).filter((name) => name !== tool.name);
  if (names.length < 2) {
    return askBack(
      `How should \`${tool.name}\` be split? Name the new tools and what each always sends, for example: a_tool always sends type=a, b_tool always sends type=b.`,
    );
  }
  for (const { name, argument, value } of parts) {
    const copy = copyOf(tool, freeName(model, name), tool.path);
    for (const each of copy.args) delete each.original;
    fixIn(copy, argument, toValue(value));
    model.tools.splice(model.tools.indexOf(tool) + 1, 0, copy);
  }
  tool.isRemoved = true;
  return { kind: 'done', focus: names };
}

/** Reads "Make one tool of the first three": a new tool replaces several. */
export function mergeTools(text: string, scope: Scope, added: readonly WorkTool[]): Effect | null {
  const { model, lx } = scope;
  if (!lx.rx('<merge>').test(text)) return null;
  const [into] = added;
  const before = text.split(/:|(?=https?:\/\/|\s\/)/)[0] ?? text;
  const others = {
    ...scope,
    model: { ...model, tools: model.tools.filter((tool) => !added.includes(tool)) },
  };
  const { tools } = findTools(before, others);
  if (tools.length < 2) return null;
  if (into) {
    // Segments in which the old paths differ become the values of the new argument.
    const open = into.path.split('/').findIndex((part) => part.startsWith('{'));
    const values = tools
      .map(({ path }) => path.split('/')[open])
      .filter((part) => part !== undefined && !part.startsWith('{'));
    const name = /\{(.+)\}/.exec(into.path.split('/')[open] ?? '')?.[1];
    const argument = into.args.find((each) => each.name === name);
    const said = readFacts(
      text.slice(text.indexOf(into.path.split('/').at(-1) ?? '') + 1),
      lx,
    ).enum;
    if (argument && values.length > 1) argument.enum = said ?? values.map(String);
    for (const tool of tools) tool.isRemoved = true;
    return doneWith([into]);
  }
  return mergePaths(model, tools, text, lx);
}

/** Merges tools whose paths differ in one segment into one with an argument there. */
function mergePaths(
  model: WorkModel,
  tools: readonly WorkTool[],
  text: string,
  lx: Scope['lx'],
): Effect | null {
  const [first] = tools;
  if (!first) return null;
  const paths = tools.map(({ path }) => path.split('/'));
  const at = paths[0]?.findIndex((part, index) => paths.some((path) => path[index] !== part)) ?? -1;
  const isSame = tools.every(
    ({ method, path }) => method === first.method && path.split('/').length === paths[0]?.length,
  );
  if (
    at === -1 ||
    !isSame ||
    paths.some((path) => path.some((part, index) => index !== at && part !== paths[0]?.[index]))
  ) {
    return askBack(
      'Which request should the one tool make? Give its method and path, with the argument that tells the old ones apart: GET /jobs/{state}.',
    );
  }
  const name =
    lx.rx(String.raw`<argument>\s+(?:<named>\s+)?[\x60"']?(\w+)`).exec(text)?.[1] ?? 'kind';
  const values = paths.map((path) => path[at] ?? '');
  const path = (paths[0] ?? []).map((part, index) => (index === at ? `{${name}}` : part)).join('/');
  const merged = copyOf(first, freeName(model, nameOperation(first.method, path)), path);
  merged.args.push({ name, in: 'path', required: true, enum: values });
  for (const tool of tools) tool.isRemoved = true;
  model.tools.push(merged);
  return doneWith([merged]);
}

/** Reads "the same four for /suppliers": copies of the last tools for another resource. */
export function copyTools(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  if (!lx.rx('<copy>|<same>').test(text)) return null;
  const paths = [...text.matchAll(/(?<![\p{L}\p{N}/:.])\/([\p{L}_][\p{L}\p{N}_-]*)/gu)].map(
    ([, name = '']) => name,
  );
  const noun = lx
    .rx(String.raw`(?:<copy>|<same>[^,.]*?\bfor)\s+(?:<filler>\s+)*([\p{L}][\p{L}\p{N}_-]*)`)
    .exec(text)?.[1];
  const wanted = paths.length > 0 ? paths : noun ? [noun] : [];
  const focused = liveTools(model).filter(({ name }) => scope.focus.includes(name));
  const source = focused.length > 0 ? focused : liveTools(model);
  const resource = commonResource(source);
  if (
    wanted.length === 0 ||
    resource === null ||
    source.some(({ path }) => wanted.includes(path.split('/')[1] ?? ''))
  )
    return null;
  const copies: WorkTool[] = [];
  for (const name of wanted) {
    for (const tool of source.filter(({ path }) => path.split('/').includes(resource))) {
      const path = tool.path
        .split('/')
        .map((part) =>
          part === resource
            ? name
            : part.replace(`{${toSingular(resource)}`, `{${toSingular(name)}`),
        )
        .join('/');
      const copy = copyOf(tool, freeName(model, nameOperation(tool.method, path)), path);
      copy.args = copy.args.map(({ original: _old, ...each }) => ({
        ...each,
        name: each.name.replace(toSingular(resource), toSingular(name)),
      }));
      if (tool.description)
        copy.description = tool.description
          .replaceAll(resource, name)
          .replaceAll(toSingular(resource), toSingular(name));
      delete copy.title;
      model.tools.push(copy);
      copies.push(copy);
    }
  }
  return copies.length > 0 ? doneWith(copies) : null;
}

/** A tool like another, of the same API. */
function copyOf(tool: WorkTool, name: string, path: string): WorkTool {
  const copy = structuredClone({ ...tool, upstream: null });
  return { ...copy, upstream: tool.upstream, original: null, name, path, aliases: [] };
}

/** The first segment that all paths share. */
function commonResource(tools: readonly WorkTool[]): string | null {
  const [first, ...others] = tools.map(({ path }) =>
    path.split('/').filter((part) => part !== '' && !part.startsWith('{')),
  );
  return (
    first?.find(
      (part) => toWords(part).length > 0 && others.every((parts) => parts.includes(part)),
    ) ?? null
  );
}
