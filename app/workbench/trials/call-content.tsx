import { CodeView } from '#app/ui/code/code-view.tsx';

import type { CallAnswer } from './mcp-call.ts';

/** A content block as far as the screen knows its kinds. */
interface Block {
  type?: string;
  text?: string;
  data?: string;
  mimeType?: string;
}

/** A tool's answer: structured content first, then each block of its content. */
export function CallContent({ answer }: { answer: CallAnswer }) {
  if (answer.kind === 'refused') {
    return (
      <p className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere">
        {answer.message}
        {answer.code === null ? null : <code className="ml-2 text-muted">{answer.code}</code>}
      </p>
    );
  }
  const { structuredContent } = answer;
  const mirror = structuredContent === undefined ? null : JSON.stringify(structuredContent);
  const blocks = answer.content.filter((block) => !isMirror(block, mirror));
  return (
    <div className="space-y-4">
      {blocks.map((block, index) => (
        <ContentBlock key={index} block={block} isError={answer.isError} />
      ))}
      {structuredContent === undefined ? null : (
        <div>
          <h2 className="mb-1.5 text-sm text-muted">Structured content</h2>
          <CodeView
            label="structured content"
            language="json"
            className="max-h-160"
            text={JSON.stringify(structuredContent, null, 2)}
          />
        </div>
      )}
    </div>
  );
}

/** A text block that only repeats the structured content, for clients that cannot read that. */
function isMirror(block: unknown, mirror: string | null): boolean {
  const { type, text } = toBlock(block);
  if (mirror === null || type !== 'text' || text === undefined) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === mirror;
  } catch {
    return false;
  }
}

function ContentBlock({ block, isError }: { block: unknown; isError: boolean }) {
  const { type, text, data, mimeType } = toBlock(block);
  if (type === 'text' && text !== undefined) {
    if (isError) {
      return (
        <p className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      );
    }
    return (
      <div>
        <h2 className="mb-1.5 text-sm text-muted">Text</h2>
        <CodeView
          label="text"
          language={isJson(text) ? 'json' : 'text'}
          text={text}
          className="max-h-160"
        />
      </div>
    );
  }
  if (type === 'image' && data !== undefined && mimeType?.startsWith('image/')) {
    return (
      <img
        alt={`Answer of the tool, ${mimeType}`}
        src={`data:${mimeType};base64,${data}`}
        className="max-w-full rounded-panel border"
      />
    );
  }
  return (
    <CodeView
      label={type ?? 'content'}
      language="json"
      text={JSON.stringify(block, null, 2)}
      className="max-h-96"
    />
  );
}

function toBlock(block: unknown): Block {
  return typeof block === 'object' && block !== null ? block : {};
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
