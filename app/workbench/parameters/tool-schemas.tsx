import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { PagesSection } from './pages-section.tsx';
import { toArgumentRows, toInnerRows } from './parameter-rows.ts';
import { SchemaSection } from './schema-section.tsx';

/** Arguments and result of a tool, and how it reads an API's pages. */
export function ToolSchemas({
  tool,
  definitions,
}: {
  tool: Tool;
  definitions: Blueprint['definitions'];
}) {
  return (
    <>
      <SchemaSection
        title="Parameters"
        none="This tool takes no arguments."
        rows={toArgumentRows(tool, definitions)}
        schema={tool.inputSchema}
        definitions={definitions}
      />
      {tool.action.kind === 'http' && tool.action.pagination ? (
        <PagesSection pagination={tool.action.pagination} />
      ) : null}
      {tool.outputSchema ? (
        <SchemaSection
          title="Result"
          none="The schema names no properties."
          rows={toInnerRows(tool.outputSchema, definitions)}
          schema={tool.outputSchema}
          definitions={definitions}
        />
      ) : null}
    </>
  );
}
