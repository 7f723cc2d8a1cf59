import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { CodeBlock } from './code/code-block.tsx';

const PLUGINS = [remarkGfm];
/** Whatever else a link names (scripts, files, other apps) is shown as text. */
const SAFE_LINK = /^(https?:|mailto:)/i;

/**
 * Markdown of a model: no HTML, links to web and mail only, and a picture is shown as its address:
 * loading one would send a stranger's server whatever the model was made to write into it.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown wrap-anywhere">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

const COMPONENTS: Components = {
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
  img: ({ src, alt }) => (
    <span>
      {alt ? `${alt}: ` : null}
      <code>{typeof src === 'string' ? src : ''}</code>
    </span>
  ),
  pre: ({ node }) => {
    const text = (node?.children ?? []).map(toText).join('');
    return <CodeBlock text={text.replace(/\n$/, '')} label="code" />;
  },
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
};

interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
}

function toText(node: TextNode): string {
  return node.value ?? (node.children ?? []).map(toText).join('');
}
