import { ExternalLink } from 'lucide-react';

import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { Markdown } from '#app/ui/markdown.tsx';

/** Markdown of a server: hidden characters are written out, and pictures are links. */
export function StrangerMarkdown({ text }: { text: string }) {
  return <Markdown text={toVisible(text)} Picture={LinkedPicture} />;
}

/** Loading a picture tells its host who looks at it and when: that takes a click, and happens in another tab. */
function LinkedPicture({ src, alt }: { src: string; alt: string }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 rounded-control border px-2 py-1 text-sm">
      <span className="wrap-anywhere">
        {alt === '' ? null : `${alt}: `}
        <code>{src}</code>
      </span>
      {isOnWeb(src) ? (
        <a
          href={src}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex items-center gap-1 text-blue hover:underline"
        >
          Open picture
          <ExternalLink aria-hidden className="size-4" />
        </a>
      ) : null}
    </span>
  );
}

function isOnWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
