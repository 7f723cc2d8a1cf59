import { CodeBlock } from '#app/ui/code/code-block.tsx';

import type { ApiDocument, DescribedOperation } from '#app/management/document/api-document.ts';

import { componentOf, curlExample } from './curl-example.ts';
import { FieldList, rowsOf, TypeOf } from './field-list.tsx';

/** An operation with the place that it is called at. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: DescribedOperation;
}

interface Props {
  document: ApiDocument;
  placed: PlacedOperation;
}

/** One operation: what it does, what it takes and answers, a command, and its refusals. */
export function OperationSection({ document, placed }: Props) {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return (
    <section aria-labelledby={operationId} className="flex min-w-0 flex-col gap-3">
      <h3 id={operationId} className="scroll-mt-6 text-base font-semibold">
        <a href={`#${operationId}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="text-sm wrap-anywhere">
        <code>
          <strong className="font-semibold">{method.toUpperCase()}</strong> {path}
        </code>
      </p>
      <p className="max-w-[68ch] wrap-anywhere">{description}</p>
      {parameters.length > 0 ? (
        <FieldList
          label={`Parameters of ${operationId}`}
          rows={parameters.map(({ name, schema, description: words, required, in: where }) => ({
            name,
            schema,
            description: words,
            note: required && where === 'query' ? 'query, required' : where,
          }))}
        />
      ) : null}
      {body ? (
        <>
          <h4 className="text-sm font-semibold">Body, as JSON</h4>
          <FieldList
            label={`Body of ${operationId}`}
            rows={rowsOf(componentOf(document, body), true)}
          />
        </>
      ) : null}
      <CodeBlock text={curlExample(document, placed)} label={`${operationId} with curl`} />
      <Answers document={document} operation={operation} />
    </section>
  );
}

function Answers({
  document,
  operation,
}: {
  document: ApiDocument;
  operation: DescribedOperation;
}) {
  const entries = Object.entries(operation.responses);
  return (
    <dl
      aria-label={`Responses of ${operation.operationId}`}
      className="flex flex-col gap-1 text-sm"
    >
      {entries.map(([status, response]) => {
        const refusal = '$ref' in response ? document.components.responses[status] : undefined;
        const { description, content = {} } = '$ref' in response ? { description: '' } : response;
        return (
          <div key={status} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-2">
            <dt className="tabular-nums">
              <code>{status}</code>
            </dt>
            <dd className={refusal ? 'text-muted' : ''}>
              {refusal?.description ?? description}
              {Object.entries(content).map(([mediaType, { schema }]) =>
                mediaType === 'application/json' ? (
                  <TypeOf key={mediaType} schema={schema} />
                ) : (
                  <p key={mediaType} className="text-muted">
                    {mediaType}
                  </p>
                ),
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
