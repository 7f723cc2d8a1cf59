import { Fragment, isValidElement, type ReactNode } from 'react';

import type { TextElement, TextNode } from '#app/reading/article.ts';

/**
 * What a compiled text renders, as plain values: components are called, so that neither they nor a compiler
 * reach the Worker or the browser.
 */
export function toNodes(rendered: ReactNode): TextNode[] {
  if (rendered === null || rendered === undefined || typeof rendered === 'boolean') return [];
  if (typeof rendered === 'string') return [rendered];
  if (typeof rendered === 'number') return [String(rendered)];
  if (Array.isArray(rendered))
    return joinTexts(rendered.flatMap((each: ReactNode) => toNodes(each)));
  if (!isValidElement<{ children?: ReactNode }>(rendered)) {
    throw new Error('A text renders something that is no element.');
  }
  const { type, props } = rendered;
  if (type === Fragment) return toNodes(props.children);
  if (typeof type === 'function') {
    // A component of an article has neither state nor effects.
    return toNodes((type as (given: object) => ReactNode)(props));
  }
  return [toElement(String(type), props)];
}

function toElement(tag: string, { children, ...given }: { children?: ReactNode }): TextElement {
  const nodes = toNodes(children);
  const props: NonNullable<TextElement['props']> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      props[name] = value;
    } else if (name === 'style') {
      // The alignment of a table's column.
      Object.assign(props, value);
    }
  }
  return {
    tag,
    ...(Object.keys(props).length > 0 ? { props } : {}),
    ...(nodes.length > 0 ? { nodes } : {}),
  };
}

function joinTexts(nodes: TextNode[]): TextNode[] {
  const joined: TextNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (typeof node === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + node;
    else joined.push(node);
  }
  return joined;
}
