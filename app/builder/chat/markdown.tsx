import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Markdown of a model: no HTML, no pictures from elsewhere, links open outside. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown wrap-anywhere">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        disallowedElements={['img']}
        components={{
          a: ({ href, children }) => (
            <a
              href={href}
              target="_blank"
              rel="noreferrer nofollow"
              className="text-blue underline"
            >
              {children}
            </a>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
