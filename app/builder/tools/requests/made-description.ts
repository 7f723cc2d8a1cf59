import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeRequest, withFacts } from '#app/blueprint/import/openapi/describe-operation.ts';
import { composeFacts } from '#app/blueprint/tool-words/compose-facts.ts';

import type { HttpTool } from './http-tool.ts';

type Tool = Blueprint['tools'][number];
type Definitions = Blueprint['definitions'];

/** The tool without what was added to its description from its schemas: it is added anew when it has changed. */
export function withoutFacts<Any extends Tool>(tool: Any, definitions: Definitions): Any {
  const { description } = tool;
  const facts = composeFacts(tool, definitions);
  if (description === undefined || facts === '' || !description.endsWith(` ${facts}`)) return tool;
  return { ...tool, description: description.slice(0, -facts.length - 1) };
}

/** The tool with what it takes and returns, where its description was made, or says no more than its name and path. */
export function withMadeDescription(tool: Tool, definitions: Definitions): Tool {
  if (tool.description === undefined) return tool;
  if (tool.description === describePlainly(tool)) {
    const description = `${tool.description} ${composeFacts(tool, definitions)}`.trim();
    return { ...tool, description };
  }
  const unknown = { description: '', isEmpty: false };
  return { ...tool, description: withFacts(tool, definitions, unknown) };
}

/** Whether somebody wrote another description, apart from what is added to it. */
export function isDescribedAnew(before: Tool, after: Tool, definitions: Definitions): boolean {
  const [old, now] = [before, after].map((tool) => withoutFacts(tool, definitions).description);
  return trim(old) !== trim(now) && now !== describePlainly(after);
}

/** A sentence ends with a dot before more is added. */
function trim(text = ''): string {
  return text.replace(/\.$/, '');
}

function describePlainly({ name, action }: Tool | HttpTool): string | null {
  return action.kind === 'http'
    ? describeRequest(name, action.method, action.path).description
    : null;
}
