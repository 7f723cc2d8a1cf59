import { Badge } from '#app/ui/badge.tsx';

import { PREVIEW_SERVER } from './preview-server.ts';

const { title, name, version, tools, call } = PREVIEW_SERVER;

/** A preview of the product: a server made from a document, its tools, and a call of one. */
export function LoginPreview() {
  return (
    <aside
      aria-label="A server made from an API document"
      className="relative flex items-center justify-center overflow-hidden border-line bg-sunken px-4 py-12 max-md:border-t sm:px-8 md:border-e"
    >
      <div aria-hidden className="drawing-table absolute inset-0" />
      <figure className="crop-marks w-full max-w-md">
        <div className="divide-y rounded-panel border bg-raised">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <span className="font-semibold">{title}</span>
            <Badge tone="pass">
              <span aria-hidden className="size-2 rounded-full bg-current" />
              running
            </Badge>
            <span className="ms-auto text-sm text-muted">
              <code>{name}</code> {version} · {tools.length} tools
            </span>
          </div>
          <ul className="divide-y">
            {tools.map((tool) => (
              <li key={tool.name} className="px-4 py-2.5">
                <span className="block truncate font-mono text-sm font-semibold">{tool.name}</span>
                <span className="flex items-baseline gap-2 text-sm text-muted">
                  <code className="shrink-0">{tool.method}</code>
                  <span className="truncate">{tool.summary}</span>
                </span>
              </li>
            ))}
          </ul>
          <div className="px-4 py-3">
            <p className="mb-2 flex items-center gap-2 text-sm">
              <code className="truncate font-semibold">{call.tool}</code>
              <Badge tone="pass">answered</Badge>
            </p>
            <pre className="rounded-control bg-sunken px-3 py-2 leading-5 wrap-anywhere whitespace-pre-wrap text-muted">
              {toLines(call.arguments)}
              <span className="block text-ink">→ {toWords(call.result)}</span>
            </pre>
          </div>
        </div>
        <figcaption className="mt-4 text-sm text-muted">
          Paste an API document. What you try is exactly what is hosted, and exactly what you
          download.
        </figcaption>
      </figure>
    </aside>
  );
}

/** A result as short as it can be read. */
function toWords(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    .join(', ');
}

/** One argument a line, as one would write them down. */
function toLines(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}
