import { memo, useMemo } from 'react';
import type { ComponentType } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { CodeBlock } from './code/code-block.tsx';
import { ScrollArea } from './scroll-area.tsx';

const PLUGINS = [remarkGfm];
/** Whatever else a link names (scripts, files, other apps) is shown as text. */
const SAFE_LINK = /^(https?:|mailto:)/i;

/** Signs that open something: reading them takes time with the square of their number. */
const OPENING = /[*_~[<]/g;
const MAX_OPENING = 3_000;
/** A line within very many quotations and lists: each is one more call within the others. */
const DEEP_LINE = /^(?:[ \t]*(?:>|\+[ \t]|\d{1,9}[.)][ \t])){30}/m;

type Picture = ComponentType<{ src: string; alt: string }>;

/**
 * Markdown of a model or a server: no HTML, links to web and mail only, and a picture is shown as its
 * address: loading one would send a stranger's server whatever the model was made to write into it. A text that
 * would take too long to read as Markdown is shown as it is.
 */
export const Markdown = memo(function Markdown({
  text,
  Picture = PictureAddress,
}: {
  text: string;
  /** Stands where a picture would. */
  Picture?: Picture;
}) {
  const components = useMemo(() => ({ ...COMPONENTS, img: toImage(Picture) }), [Picture]);
  if (isTooHard(text)) return <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>;
  return (
    <div className="markdown wrap-anywhere">
      <ReactMarkdown remarkPlugins={PLUGINS} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** Whether a text is made to stop the page, or at least does: it is shown as it is. */
function isTooHard(text: string): boolean {
  return (text.match(OPENING)?.length ?? 0) > MAX_OPENING || DEEP_LINE.test(text);
}

const COMPONENTS: Components = {
  // The page around it has a first heading already.
  h1: ({ children }) => <h2>{children}</h2>,
  a: ({ href = '', children }) =>
    SAFE_LINK.test(href) ? (
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-blue underline"
      >
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  pre: ({ node }) => {
    const text = (node?.children ?? []).map(toText).join('');
    return <CodeBlock text={text.replace(/\n$/, '')} label="code" isRepeated />;
  },
  table: ({ children }) => (
    <ScrollArea label="table" isRepeated>
      <table>{children}</table>
    </ScrollArea>
  ),
};

const toImage =
  (Shown: Picture): Components['img'] =>
  ({ src, alt = '' }) => <Shown src={typeof src === 'string' ? src : ''} alt={alt} />;

function PictureAddress({ src, alt }: { src: string; alt: string }) {
  return (
    <span>
      {alt ? `${alt}: ` : null}
      <code>{src}</code>
    </span>
  );
}

interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
}

function toText(node: TextNode): string {
  return node.value ?? (node.children ?? []).map(toText).join('');
}
