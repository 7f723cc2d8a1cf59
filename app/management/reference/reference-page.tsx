import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CodeBlock } from '#app/ui/code/code-block.tsx';

import type { ApiDocument } from '#app/management/document/api-document.ts';

import { FieldList, rowsOf, TypeOf } from './field-list.tsx';
import { OperationSection, type PlacedOperation } from './operation-section.tsx';

const LINK = 'text-blue underline underline-offset-2';

/** The reference of the management API, made of its document. */
export function ReferencePage({ document }: { document: ApiDocument }) {
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operationsOf(document, tag.name),
  }));
  const objects = Object.entries(document.components.schemas);
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-x-12 px-4 py-10 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-14">
      <Introduction document={document} />
      <nav
        aria-label="Operations"
        className="mb-8 self-start border-y py-3 text-sm lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mb-0 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:border-y-0 lg:py-0"
      >
        {groups.map(({ name, operations }) => (
          <NavGroup
            key={name}
            title={name}
            items={operations.map(({ operation: { operationId, summary } }) => [
              operationId,
              summary,
            ])}
          />
        ))}
        <div className="max-lg:hidden">
          <NavGroup title="Objects" items={objects.map(([id]) => [id, id])} />
        </div>
      </nav>
      <article className="flex min-w-0 flex-col gap-12 lg:col-start-2">
        {groups.map(({ name, description, operations }) => (
          <Group key={name} id={name.toLowerCase()} title={name} summary={description}>
            {operations.map((placed) => (
              <OperationSection
                key={placed.operation.operationId}
                document={document}
                placed={placed}
              />
            ))}
          </Group>
        ))}
        <Group id="objects" title="Objects" summary="Objects used in requests and responses.">
          {objects.map(([id, schema]) => {
            const rows = rowsOf(schema, false);
            return (
              <div key={id} className="flex min-w-0 flex-col gap-2">
                <h3 id={id} className="scroll-mt-6 font-semibold">
                  {id}
                </h3>
                {schema.description ? <p>{schema.description}</p> : null}
                {rows.length > 0 ? (
                  <FieldList label={`Fields of ${id}`} rows={rows} />
                ) : (
                  <div className="text-sm">
                    <TypeOf schema={schema} />
                  </div>
                )}
              </div>
            );
          })}
        </Group>
      </article>
    </div>
  );
}

function operationsOf({ paths }: ApiDocument, tag: string): PlacedOperation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => operation.tags.includes(tag));
}

function NavGroup({ title, items }: { title: string; items: [id: string, label: string][] }) {
  return (
    <div className="mb-4">
      <a href={`#${title.toLowerCase()}`} className="block py-1 font-medium hover:underline">
        {title}
      </a>
      <ul className="flex flex-col sm:max-lg:grid sm:max-lg:grid-cols-2">
        {items.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex py-1 text-muted hover:text-ink pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Group({
  id,
  title,
  summary,
  children,
}: {
  id: string;
  title: string;
  summary: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <div className="border-t pt-6">
        <h2 id={id} className="scroll-mt-6 text-lg">
          {title}
        </h2>
        <p className="mt-1 text-muted">{summary}</p>
      </div>
      {children}
    </div>
  );
}

function Introduction({ document }: { document: ApiDocument }) {
  const url = document.servers[0]?.url ?? '';
  return (
    <header className="mb-8 flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-1 lg:mb-12">
      <h1 className="text-xl">API reference</h1>
      <p className="max-w-[68ch]">{document.info.description}</p>
      <p className="max-w-[68ch]">
        Every request carries an API key with the right “Manage through the API”, which you create
        at{' '}
        <Link to="/api-keys" className={LINK}>
          API keys
        </Link>
        . A key limited to chosen projects can access only those.
      </p>
      <CodeBlock
        text={`export MCP_BUILDER_KEY=mcpb_live_…\ncurl "${url}/projects" \\\n  -H "Authorization: Bearer $MCP_BUILDER_KEY"`}
        label="first request"
      />
      <p className="max-w-[68ch]">
        A key may send 240 requests a minute, 20 of which import, compare or download; beyond that
        the response is 429, and Retry-After says how long to wait.
      </p>
      <p className="max-w-[68ch]">
        The same as an{' '}
        <a href="/api/v1/openapi.json" className={LINK}>
          OpenAPI document
        </a>
        . Paste it into the builder to get an MCP server that manages your projects.
      </p>
    </header>
  );
}
