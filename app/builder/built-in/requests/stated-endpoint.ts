import { say } from '#app/builder/built-in/outcome.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import { isMethodName } from '#app/builder/built-in/words/method-words.ts';
import { readDetails } from './add-tool.ts';
import { addEndpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';
import { toDescription } from './to-description.ts';

const AROUND =
  /^(?:it|should|must|can|could|shall|will|has|have|to|be|able|i|we|you|want|need|needs|a|an|the|tools?|that|which|for|via|using|with|by|calling|through|and|also|-|–|—|:|,|\(|\))$/;

const ASK_API = `Which API does it call? Give the address of its OpenAPI document, paste cURL commands, or list its endpoints, one in a line:

\`\`\`
GET https://api.example.com/users
POST https://api.example.com/users (name, email)
\`\`\``;

/** "It should search customers by name (GET https://api.example.com/customers?q=)". */
export const statedEndpoint: Rule = (clause, scope) => {
  const at = clause.findIndex(
    ({ kind }, index) =>
      (kind === 'url' || kind === 'path') && isMethodName(clause[index - 1]?.text ?? ''),
  );
  if (at === -1) return null;
  const description = toDescription(joinText(trimWords(clause.slice(0, at - 1), AROUND)));
  const endpoint: Endpoint = {
    method: clause[at - 1]?.text ?? '',
    address: clause[at]?.text ?? '',
    fields: [],
    ...(description === '' ? {} : { description }),
  };
  const trouble = readDetails(endpoint, trimWords(clause.slice(at + 1), /^[(),]$/));
  return trouble === null ? addEndpoint(endpoint, scope) : say(trouble);
};

/** "Make a server for our CRM" is a heading: what the server does stands in other sentences. */
export const headingRule: Rule = rule(
  [
    '(build / make / create / generate / set up / i want / i need / give me) [me] [new] [mcp] server for|of|around|about <topic>',
  ],
  ({ topic = [] }) =>
    topic.some(({ kind }) => kind === 'url' || kind === 'path')
      ? null
      : { kind: 'answer', text: ASK_API, isHeading: true },
);
