import { say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import { joinText } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

const CLIENT =
  '(claude / claude desktop / claude code / cursor / vs code / vscode / windsurf / chatgpt / codex / gemini / inspector / mcp inspector / client / clients / my editor / production)';

/** Questions about the server's address, its history, and what this builder leaves to others. */
export const useServerRules: readonly Rule[] = [
  rule(
    [
      '(what is / where is / whats / show / give me / which is) [mcp] (endpoint / server url / url / mcp url / address of server / server address / link) [of|for] [server|it]',
      'how (do i / can i / to / do we) (use / connect / install / add / run / call / test / try) [to] (it / server / them / tools) [in|with|to|from|into] [CLIENT]',
      'how (do i / can i / to / do we) (connect / add / install) [it] (to / in / into / with) CLIENT',
      '(connect / install / add) (it / server) (to / in / into / with) CLIENT',
    ].map((text) => text.replaceAll('CLIENT', CLIENT)),
    () =>
      say(
        'Open "Use it": the endpoint of this server stands there, with what to paste for each client. "Try it" calls its tools at once.',
      ),
  ),
  rule(
    [
      'what (did you / have you / has / did we / was) [just] (change / changed / do / done / did) [last|so far]',
      'what (is different / changed) [now] [since] [last time|before]',
      '(show / list) [me] (changes / history / last changes / versions / restore points)',
      'history',
    ],
    () =>
      say(
        'Open "History": every turn that changed the server is a restore point there, with its changes by tool and by file. "undo" takes the last one back.',
      ),
  ),
  rule(
    [
      'add|create|make|build|write (code / typescript / javascript) tool|function',
      'add|create|make|build|write (code / typescript / javascript) tool|function (that / which / to / for) <rest>',
    ],
    () =>
      say(
        'I write no code: my tools call HTTP addresses. A model can write a tool in TypeScript: choose one below the message, or store a key of your own.',
      ),
  ),
  rule(
    [
      '(i have / we have / there is / i own / i run) [rest|http|json|internal|existing|own|backend|web] (api / service / backend / server / app) <topic> at|on|under <url>',
      '(i have / we have / there is / i own / i run) [rest|http|json|internal|existing|own|backend|web] (api / service / backend / server / app) at|on|under <url>',
    ],
    askEndpoints,
  ),
];

/** Where an API is does not say what it can do. */
function askEndpoints({ url = [] }: Slots): Outcome | null {
  const [address, ...others] = url;
  if (address?.kind !== 'url' || others.length > 0 || !URL.canParse(joinText(url))) return null;
  const base = address.text.replace(/\/+$/, '');
  return say(
    `Which endpoints does it have? List them, one in a line, or give the address of its OpenAPI document. For example:\n\n\`\`\`\nGET ${base}/users\nPOST ${base}/users (name, email)\nDELETE ${base}/users/{id}\n\`\`\``,
  );
}
