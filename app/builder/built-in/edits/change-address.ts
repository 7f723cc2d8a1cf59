import { liveTools, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { findMentions } from '#app/extraction/reading/find-mentions.ts';
import { readPathNotation } from '#app/extraction/reading/path-notation.ts';

import { doneWith, listNames, type Effect } from './effect.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

const METHOD = String.raw`\b(GET|POST|PUT|PATCH|DELETE)\b`;

/** Reads "updating is a PATCH, not a PUT", "it is /profiles, plural, in both". */
export function changeAddress(text: string, scope: Scope): Effect | null {
  const { lx, model } = scope;
  const live = liveTools(model);
  const said = [...text.matchAll(new RegExp(METHOD, 'gi'))];
  const [one, other] = said;
  const between = one && other ? text.slice(one.index + one[0].length, other.index) : '';
  const isPlain =
    said.length === 2 &&
    lx
      .rx(
        String.raw`^(?:[\s,]|->|→|<filler>|<change>|<to>|<instead>|<not>|<move>|of|rather|than|into)+$`,
      )
      .test(between);
  const isReversed = isPlain && lx.rx('<instead>|<not>').test(between);
  const pair = isPlain ? said.map(([method]) => method.toUpperCase()) : [];
  const [from, to] = isReversed ? pair.toReversed() : pair;
  if (to && from) {
    const of = live.filter(({ method }) => method === from);
    const { tools, how } = findTools(
      text.replace(/\b(?:GET|POST|PUT|PATCH|DELETE)\b/gi, ' '),
      scope,
    );
    const said = how === 'named' || how === 'described' ? tools : [];
    const meant = of.filter((tool) => said.includes(tool));
    const targets = meant.length > 0 ? meant : of;
    for (const tool of targets) setMethod(tool, to);
    return targets.length > 0 ? doneWith(targets) : null;
  }
  return replacePath(text, scope) ?? changePath(text, scope, live);
}

/** Reads "change the path of get_user to /clients/{id}": a named tool and its whole new path. */
function replacePath(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  const mentions = findMentions(text, lx).filter(({ kind }) => kind === 'path');
  const wanted = mentions.at(-1);
  if (!wanted?.target.startsWith('/') || !lx.rx('<change>|<wrong>|<instead>').test(text))
    return null;
  const { tools, how } = findTools(withoutMentions(text, mentions), scope);
  const [tool] = tools;
  if (!tool || how !== 'named' || tools.length > 1) return null;
  const isNow = ({ target }: { target: string }) => readPathNotation(target).url === tool.path;
  if (mentions.length > 2 || (mentions.length === 2 && !mentions.some(isNow))) return null;
  const { url, path } = readPathNotation(
    mentions.find((mention) => !isNow(mention))?.target ?? '/',
  );
  const isIn = (where: string, name: string) => where.includes(`{${name}}`);
  const kept = tool.args.filter(({ name }) => !isIn(tool.path, name) || isIn(url, name));
  const added = path.filter(({ name }) => !kept.some((argument) => argument.name === name));
  tool.args = [...kept, ...added];
  tool.path = url;
  return doneWith([tool]);
}

function withoutMentions(
  text: string,
  mentions: readonly { start: number; end: number }[],
): string {
  let rest = text;
  for (const { start, end } of mentions.toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
}

function setMethod(tool: WorkTool, method: string): void {
  const wasReading = tool.reads;
  tool.method = method;
  tool.reads = method === 'GET';
  if (method === 'DELETE') tool.confirms = true;
  else if (wasReading) tool.confirms = false;
}

/** Reads an unknown path similar to that of some tools as its correction. */
function changePath(text: string, { lx }: Scope, live: readonly WorkTool[]): Effect | null {
  const [mention] = findMentions(text, lx).filter(
    ({ kind, target }) => kind === 'path' && target.startsWith('/'),
  );
  if (!mention || !lx.rx('<wrong>|<change>|<instead>|<rename>|<filler>').test(text)) return null;
  const { url } = readPathNotation(mention.target);
  const segments = url.split('/').filter((part) => part !== '');
  const [only] = segments;
  if (segments.length !== 1 || only === undefined || only.startsWith('{')) return null;
  const isClose = (part: string) =>
    part !== only &&
    (part.startsWith(only.slice(0, Math.max(3, only.length - 3))) ||
      only.startsWith(part.slice(0, Math.max(3, part.length - 3))));
  const touched = live.filter((tool) => tool.path.split('/').some(isClose));
  if (touched.length === 0) return null;
  for (const tool of touched)
    tool.path = tool.path
      .split('/')
      .map((part) => (part !== '' && !part.startsWith('{') && isClose(part) ? only : part))
      .join('/');
  const focus = touched.map(({ name }) => name);
  return { kind: 'done', focus, note: `The path is \`/${only}\` now in ${listNames(focus)}.` };
}
