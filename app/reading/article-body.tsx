import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';

import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import type { TextElement, TextNode } from './article.ts';
import './reading.css';

const CODE_NAMES: Record<string, string> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  http: 'HTTP',
  sh: 'commands',
  yaml: 'YAML',
};

/** An address of ours that is no file. The client's document has a policy of its own. */
const OWN_PAGE = /^\/[a-z0-9/#-]*$/;

/** The text of an article: what was compiled when the product was built, as elements. */
export function ArticleBody({ nodes }: { nodes: readonly TextNode[] }) {
  return <div className="reading wrap-break-word">{nodes.map(toElement)}</div>;
}

function toElement(node: TextNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'pre') return <CodeFigure key={key} code={node} />;
  if (node.tag === 'table') {
    return (
      <ScrollArea key={key} label="Table" isRepeated>
        {createElement('table', null, ...childrenOf(node))}
      </ScrollArea>
    );
  }
  const to = node.tag === 'a' ? String(node.props?.href ?? '') : '';
  if (OWN_PAGE.test(to)) {
    return (
      <Link key={key} to={to} reloadDocument={to === '/client'}>
        {childrenOf(node)}
      </Link>
    );
  }
  return createElement(node.tag, { ...node.props, key }, ...childrenOf(node));
}

/** White space between the rows of a table is none of React's: it warns of it. */
function childrenOf({ tag, nodes = [] }: TextElement): ReactNode[] {
  const isTable = /^(table|thead|tbody|tr)$/.test(tag);
  return nodes.filter((each) => !isTable || typeof each !== 'string').map(toElement);
}

function CodeFigure({ code }: { code: TextElement }) {
  const name = CODE_NAMES[String(code.props?.['data-language'])] ?? 'code';
  return (
    <div dir="ltr" className="relative rounded-panel border bg-raised">
      <ScrollArea label={`Code: ${name}`} isRepeated className="rounded-panel">
        <pre className="w-max min-w-full py-3 pe-12 ps-3.5 leading-5">{childrenOf(code)}</pre>
      </ScrollArea>
      <div className="absolute top-0 end-0 rounded-panel bg-raised p-1">
        <CopyButton text={() => textOf(code)} what={name} />
      </div>
    </div>
  );
}

function textOf(node: TextNode): string {
  return typeof node === 'string' ? node : (node.nodes ?? []).map(textOf).join('');
}
