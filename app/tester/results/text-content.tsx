import { useMemo, useState } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import { limitText } from './limit-text.ts';
import { DownloadButton } from './download-button.tsx';
import { HiddenMarks } from './hidden-marks.tsx';
import { JsonTree } from './json-tree.tsx';
import { readTextForm, type TextForm } from './read-text.ts';
import { StrangerMarkdown } from './stranger-markdown.tsx';
import { toFileName } from './to-file-name.ts';

type View = 'text' | TextForm['kind'];

const FORM_LABELS = { json: 'Tree', markdown: 'Markdown' } as const;

/** A text of a server: as it is, and as a tree or as Markdown where it is one. */
export function TextContent({
  text,
  mimeType,
  title,
  fileName,
}: {
  text: string;
  mimeType: string | null;
  title: string;
  /** Of the download, without an ending. */
  fileName: string;
}) {
  const form = useMemo(() => readTextForm(text, mimeType), [text, mimeType]);
  const [picked, setPicked] = useState<View | null>(null);
  const view = picked ?? (form.kind === 'plain' ? 'text' : form.kind);
  const type = mimeType ?? (form.kind === 'json' ? 'application/json' : 'text/plain');
  const label = title.toLowerCase();
  return (
    <div>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-normal text-muted">{title}</h3>
        <span className="flex items-center gap-1">
          {form.kind === 'plain' ? null : (
            <Segmented
              label={`${title} as`}
              value={view}
              options={[
                { value: form.kind, label: FORM_LABELS[form.kind] },
                { value: 'text', label: 'Text' },
              ]}
              onChange={setPicked}
            />
          )}
          <DownloadButton
            what={label}
            fileName={toFileName(fileName, type)}
            mediaType={type}
            content={() => text}
          />
        </span>
      </div>
      {view === 'json' && form.kind === 'json' ? (
        <JsonTree value={form.value} label={label} />
      ) : view === 'markdown' ? (
        <MarkdownText text={text} />
      ) : (
        <PlainText text={text} label={label} />
      )}
    </div>
  );
}

function PlainText({ text, label }: { text: string; label: string }) {
  const { text: shown, isCut } = limitText(text);
  return (
    <>
      <div dir="ltr" className="relative rounded-panel border bg-raised">
        <ScrollArea label={label} isRepeated className="max-h-160">
          <pre className="py-2.5 pe-12 ps-3 leading-5 wrap-anywhere whitespace-pre-wrap">
            <HiddenMarks text={shown} />
          </pre>
        </ScrollArea>
        <CopyButton
          text={text}
          what={label}
          className="absolute top-1 end-3 z-1 bg-raised pointer-coarse:end-1"
        />
      </div>
      {isCut ? <CutNote shown={shown.length} all={text.length} /> : null}
    </>
  );
}

/** Markdown is slow where it is long: half of what a text shows. */
const LONGEST_MARKDOWN = 50_000;

function MarkdownText({ text }: { text: string }) {
  const { text: shown, isCut } = limitText(text, LONGEST_MARKDOWN);
  return (
    <>
      <div className="rounded-panel border bg-raised px-4 py-3">
        <StrangerMarkdown text={shown} />
      </div>
      {isCut ? <CutNote shown={shown.length} all={text.length} /> : null}
    </>
  );
}

function CutNote({ shown, all }: { shown: number; all: number }) {
  return (
    <p className="mt-1.5 text-sm text-muted tabular-nums">
      The first {formatCount(shown)} of {formatCount(all)} characters are shown. Download the text
      to get all of it.
    </p>
  );
}
