import { ExternalLink, FileText } from 'lucide-react';

import { formatSize } from '#app/platform/text/format-size.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';

import { HiddenMarks } from './hidden-marks.tsx';
import { JsonTree } from './json-tree.tsx';
import { MediaContent } from './media-content.tsx';
import { readContent, type ContentPart } from './read-content.ts';
import { ResourceContentsView } from './resource-contents-view.tsx';
import { TextContent } from './text-content.tsx';

interface Props {
  block: JsonValue;
  /** Reads a linked resource; null where nothing can. */
  onRead: ((uri: string) => void) | null;
  /** Of a download, without an ending. */
  fileName?: string;
}

/** One content block, of a result, a prompt or a message. */
export function ContentView({ block, onRead, fileName = 'result' }: Props) {
  const part = readContent(block);
  switch (part.kind) {
    case 'text':
      return <TextContent text={part.text} mimeType={null} title="Text" fileName={fileName} />;
    case 'media':
      return (
        <MediaContent
          base64={part.base64}
          mimeType={part.mimeType}
          title={part.media === 'image' ? 'Image' : 'Audio'}
          fileName={fileName}
        />
      );
    case 'link':
      return <LinkCard link={part} onRead={onRead} />;
    case 'resource':
      return (
        <div>
          <h3 className="mb-1.5 text-sm font-normal text-muted">Embedded resource</h3>
          <ResourceContentsView contents={part.contents} />
        </div>
      );
    case 'other':
      return (
        <div>
          <h3 className="mb-1.5 text-sm font-normal text-muted">Content of no known kind</h3>
          <JsonTree value={part.block} label="content" />
        </div>
      );
  }
}

function LinkCard({
  link,
  onRead,
}: {
  link: Extract<ContentPart, { kind: 'link' }>;
  onRead: Props['onRead'];
}) {
  const { uri, name, description, mimeType, bytes } = link;
  const notes = [mimeType, bytes === null ? null : formatSize(bytes)].filter(Boolean).join(' · ');
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-panel border bg-raised px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere">
          <HiddenMarks text={name} />
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <code>
            <HiddenMarks text={uri} />
          </code>
          {notes === '' ? null : ` · ${notes}`}
        </p>
        {description === null ? null : (
          <p className="text-sm wrap-anywhere">
            <HiddenMarks text={description} />
          </p>
        )}
      </div>
      {onRead ? (
        <Button onClick={() => onRead(uri)}>
          <FileText aria-hidden />
          Read resource
        </Button>
      ) : null}
      {/^https?:\/\//i.test(uri) ? (
        <a
          href={uri}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex min-h-9 items-center gap-1.5 text-sm text-blue hover:underline pointer-coarse:min-h-11"
        >
          Open
          <ExternalLink aria-hidden className="size-4" />
        </a>
      ) : null}
    </div>
  );
}
