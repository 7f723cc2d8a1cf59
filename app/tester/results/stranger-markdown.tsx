import { useState } from 'react';

import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Markdown } from '#app/ui/markdown.tsx';

/** Markdown of a server: hidden characters are written out, and a picture is loaded on a click only. */
export function StrangerMarkdown({ text }: { text: string }) {
  return <Markdown text={toVisible(text)} Picture={AskedPicture} />;
}

/** Loading a picture tells its host who looks at it and when, so that the reader decides. */
function AskedPicture({ src, alt }: { src: string; alt: string }) {
  const [state, setState] = useState<'hidden' | 'shown' | 'failed'>('hidden');
  const host = hostOf(src);
  if (host === null) return <PictureAddress src={src} alt={alt} />;
  if (state === 'shown') {
    return (
      <img
        src={src}
        alt={alt}
        referrerPolicy="no-referrer"
        onError={() => setState('failed')}
        className="max-w-full rounded-control"
      />
    );
  }
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2 rounded-control border px-2 py-1 text-sm">
      <PictureAddress src={src} alt={alt} />
      {state === 'failed' ? (
        <span className="text-fail">The picture could not be loaded.</span>
      ) : (
        <Button onClick={() => setState('shown')}>Load picture from {host}</Button>
      )}
    </span>
  );
}

function PictureAddress({ src, alt }: { src: string; alt: string }) {
  return (
    <span className="wrap-anywhere">
      {alt === '' ? null : `${alt}: `}
      <code>{src}</code>
    </span>
  );
}

/** Null where it is no address on the web. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' ? host : null;
}
