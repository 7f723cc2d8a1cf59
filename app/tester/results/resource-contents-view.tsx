import { HiddenMarks } from './hidden-marks.tsx';
import { MediaContent } from './media-content.tsx';
import type { ResourceContents } from './read-content.ts';
import { TextContent } from './text-content.tsx';

/** The contents of a resource, below its address. */
export function ResourceContentsView({ contents }: { contents: ResourceContents }) {
  const { uri, mimeType, text, base64 } = contents;
  const fileName = uri.split(/[?#]/)[0] ?? uri;
  return (
    <div className="space-y-1.5">
      <p className="text-sm wrap-anywhere">
        <code>
          <HiddenMarks text={uri} />
        </code>
        {mimeType === null ? null : (
          <span className="ms-2 text-muted">
            <HiddenMarks text={mimeType} />
          </span>
        )}
      </p>
      {text === null ? null : (
        <TextContent text={text} mimeType={mimeType} title="Text" fileName={fileName} />
      )}
      {base64 === null ? null : (
        <MediaContent base64={base64} mimeType={mimeType} title="Content" fileName={fileName} />
      )}
      {text === null && base64 === null ? (
        <p className="text-sm text-fail">The server sent neither text nor a blob.</p>
      ) : null}
    </div>
  );
}
