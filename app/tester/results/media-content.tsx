import { useMemo, useState } from 'react';

import { formatSize } from '#app/platform/text/format-size.ts';
import { fromBase64 } from '#app/runtime/base64.ts';

import { DownloadButton } from './download-button.tsx';
import { HiddenMarks } from './hidden-marks.tsx';
import { toFileName } from './to-file-name.ts';

/** Bytes of a server: an image or sound where the type says so, and always a download. */
export function MediaContent({
  base64,
  mimeType,
  title,
  fileName,
}: {
  base64: string;
  mimeType: string | null;
  title: string;
  fileName: string;
}) {
  const bytes = useMemo(() => fromBase64(base64), [base64]);
  const [size, setSize] = useState('');
  const [isBroken, setBroken] = useState(false);
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const url = toDataUrl(base64, type);
  if (bytes === null) {
    return (
      <p className="rounded-panel border border-fail px-4 py-3 text-sm">
        {title}: the content is not valid base64.
      </p>
    );
  }
  return (
    <figure>
      <figcaption className="mb-1.5 flex min-h-8 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {title}
          {mimeType ? (
            <>
              {' · '}
              <HiddenMarks text={mimeType} />
            </>
          ) : null}
          {` · ${formatSize(bytes.length)}${size}`}
        </span>
        <DownloadButton
          what={title.toLowerCase()}
          fileName={toFileName(fileName, mimeType)}
          mediaType="application/octet-stream"
          content={() => bytes}
        />
      </figcaption>
      {isBroken ? (
        <p className="text-sm text-fail">The browser cannot show this {type || 'content'}.</p>
      ) : url === null ? null : type.startsWith('image/') ? (
        <img
          src={url}
          alt={`${title} of the server`}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize(width > 0 ? ` · ${width} × ${height}` : '')
          }
          onError={() => setBroken(true)}
          className="max-h-160 max-w-full rounded-panel border"
        />
      ) : type.startsWith('audio/') ? (
        // A server sends sound without captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls src={url} onError={() => setBroken(true)} className="w-full max-w-md" />
      ) : null}
    </figure>
  );
}

/** An address that holds the bytes; null for what no element of a page shows. */
function toDataUrl(base64: string, type: string): string | null {
  if (!/^(image|audio)\/[a-z0-9.+-]+$/.test(type)) return null;
  return `data:${type};base64,${base64.replaceAll('-', '+').replaceAll('_', '/')}`;
}
